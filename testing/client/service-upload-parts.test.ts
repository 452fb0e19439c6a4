import { createHash } from 'node:crypto';
import { request } from '@esri/arcgis-rest-request';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sweep } from '../../server/composition/start-sweeps.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { waitsOrEnds } from '../rig/test-database.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Files that arrive in parts at a feature service, with arcgis-rest-js. */
let rig: TreesView;
let service: string;

beforeAll(async () => {
  rig = await createTreesView();
  service = `${rig.services}/Trees/FeatureServer`;
});
afterAll(() => rig.stop());

const send = (path: string, params: Record<string, unknown> = {}, username = 'grace'): Promise<any> =>
  request(`${service}/uploads/${path}`, { ...rig.as(username), params }).catch(({ response }) => response);
const register = async (itemName = 'trees.csv', username = 'grace') =>
  (await send('register', { itemName, description: 'of the west' }, username)).item.itemID as string;
const add = (id: string, partId: number, text: string, username = 'grace') =>
  send(`${id}/uploadPart`, { partId, file: new File([text], 'part') }, username);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

describe('a file in parts', () => {
  test('is appended to a layer once it is committed', async () => {
    const [first, second] = ['x,y,kind\n71.1,51.1,Linden\n', '71.2,51.2,Linden\n'];
    const id = await register();
    expect(await send(id)).toMatchObject({
      itemID: id,
      itemName: 'trees.csv',
      description: 'of the west',
      committed: false,
    });
    await add(id, 10, second);
    await add(id, 2, 'replaced later');
    expect(await add(id, 2, first)).toMatchObject({ success: true, item: { committed: false } });
    expect(await send(`${id}/parts`)).toEqual({ parts: ['2', '10'] });
    const layer = `${service}/0`;
    const append = (): Promise<any> =>
      request(`${layer}/append`, {
        ...rig.as('grace'),
        params: { appendUploadId: id, appendUploadFormat: 'csv' },
      }).catch(({ response }) => response);
    expect((await append()).error.message).toMatch(/not found/i);
    expect(await send(`${id}/commit`, { checksum: md5(first + second) })).toMatchObject({
      success: true,
      item: { itemID: id, committed: true },
    });
    expect(await send(`${id}/parts`)).toEqual({ parts: [] });
    const { statusUrl } = await append();
    await expect
      .poll(async () => (await request(statusUrl, rig.as('grace'))).status, { timeout: 30_000 })
      .toBe('Completed');
    const { count } = await request(`${layer}/query`, {
      ...rig.as('grace'),
      params: { where: "kind = 'Linden'", returnCountOnly: true },
    });
    expect(count).toBe(2);
  });

  test('waits while the attachments of its layer are deleted', async () => {
    const id = await register('kept.txt');
    await add(id, 1, 'kept');
    await request(`${rig.adminOf('Trees')}/0/truncate`, {
      ...rig.as('grace'),
      params: { attachmentOnly: true },
    });
    expect(await send(`${id}/commit`)).toMatchObject({ success: true, item: { committed: true } });
  });

  test('is joined from the parts that commit names, in their order', async () => {
    const id = await register('a.txt');
    for (const [part, text] of [
      [1, 'b'],
      [2, 'unused'],
      [3, 'a'],
    ] as const)
      await add(id, part, text);
    expect((await send(`${id}/commit`, { parts: '3,4' })).error.code).toBe(400);
    expect((await send(`${id}/commit`, { parts: '3,3' })).error.code).toBe(400);
    expect((await send(`${id}/commit`, { parts: '3,1', checksum: md5('ba') })).error.details[0]).toMatch(
      /another checksum/,
    );
    expect(await send(`${id}/commit`, { parts: '3,1', checksum: md5('ab') })).toMatchObject({
      success: true,
    });
    expect((await add(id, 4, 'late')).error.details[0]).toMatch(/complete/);
  });

  test('is deleted with its parts', async () => {
    const id = await register();
    await add(id, 1, 'x');
    expect(await send(`${id}/delete`)).toEqual({ status: 'success' });
    expect((await send(`${id}/parts`)).error.code).toBe(404);
  });

  test('is refused while too many of its sender wait', async () => {
    const id = await register();
    const usual = limits.waitingFiles;
    onTestFinished(() => void Object.assign(limits, { waitingFiles: usual }));
    Object.assign(limits, { waitingFiles: 1 });
    expect(await send('register', { itemName: 'more.csv' })).toMatchObject({
      error: { code: 429, message: expect.stringContaining('Use or delete them') },
    });
    expect(await register('trees.csv', 'ada')).toMatch(/^i/);
    await send(`${id}/delete`);
  });

  test('is refused beyond their number, also of requests at the same time', async () => {
    const { database } = rig.server;
    await sql`delete from hosted_attachment where parent_objectid < 0`.execute(database);
    const usual = limits.waitingFiles;
    onTestFinished(() => void Object.assign(limits, { waitingFiles: usual }));
    Object.assign(limits, { waitingFiles: 1 });
    const sent = await database.transaction().execute(async (edits) => {
      await edits.selectFrom('hosted_layer').select('name').forUpdate().execute();
      const requests = ['1.csv', '2.csv'].map((itemName) => send('register', { itemName }));
      await waitsOrEnds(database, Promise.all(requests), 2);
      return requests.map((request) => ({ request }));
    });
    const codes = await Promise.all(sent.map(async ({ request: one }) => (await one).error?.code));
    expect(codes.toSorted()).toEqual([429, undefined]);
  });

  test('is deleted with its parts when it has waited too long, without another upload', async () => {
    const [old, recent] = [await register('old.csv'), await register('recent.csv')];
    for (const id of [old, recent]) await add(id, 1, 'x');
    const { database } = rig.server;
    const stored = () =>
      database.selectFrom('hosted_attachment').select('name').where('name', 'like', '%.csv').execute();
    const late = limits.waitingFileMinutes * 60_000 + 1;
    await database
      .updateTable('hosted_attachment')
      .set((eb) => ({ created_at: eb('created_at', '-', late) }))
      .where('name', '=', 'old.csv')
      .execute();
    const failures: unknown[] = [];
    await sweep(database, Date.now(), (error) => failures.push(error));
    expect(failures).toEqual([]);
    expect((await stored()).map(({ name }) => name)).not.toContain('old.csv');
    expect(await send(`${recent}/parts`)).toEqual({ parts: ['1'] });
  });

  test('is deleted with its parts, a number of rows at a time', async () => {
    const { database } = rig.server;
    await sql`delete from hosted_attachment where parent_objectid < 0`.execute(database);
    const id = await register('many.csv');
    for (let part = 1; part <= 5; part += 1) await add(id, part, '');
    await sql`update hosted_attachment set created_at = 0`.execute(database);
    const usual = limits.expiredRowsPerBatch;
    onTestFinished(() => void Object.assign(limits, { expiredRowsPerBatch: usual }));
    Object.assign(limits, { expiredRowsPerBatch: 2 });
    const stored = async () => {
      const rows = await database
        .selectFrom('hosted_attachment')
        .select('name')
        .where('name', '=', 'many.csv')
        .execute();
      return rows.length;
    };
    expect(await stored()).toBe(6);
    // An upload deletes some of what has expired, and does not wait for all of it.
    const next = await register('next.csv');
    expect(await stored()).toBe(4);
    await sweep(database, Date.now(), () => {});
    expect(await stored()).toBe(0);
    await send(`${next}/delete`);
  });

  test('is not refused while others of its sender have expired, and waits to be deleted', async () => {
    const { database } = rig.server;
    await sql`delete from hosted_attachment where parent_objectid < 0`.execute(database);
    const old = await register('old.csv');
    for (let part = 1; part <= 2; part += 1) await add(old, part, 'x');
    await sql`update hosted_attachment set created_at = 0`.execute(database);
    const [waiting, rows] = [limits.waitingFiles, limits.expiredRowsPerBatch];
    onTestFinished(() => void Object.assign(limits, { waitingFiles: waiting, expiredRowsPerBatch: rows }));
    Object.assign(limits, { waitingFiles: 1, expiredRowsPerBatch: 1 });
    expect(await register('next.csv')).toMatch(/^i/);
    await sweep(database, Date.now(), () => {});
  });

  test('counts for its owner by its rows too, also without bytes', async () => {
    const { database } = rig.server;
    const charged = async () => {
      const { rows } = await sql<{
        bytes: number;
      }>`select sum(attachment_bytes)::int as bytes from hosted_layer`.execute(database);
      return rows[0]?.bytes ?? 0;
    };
    const id = await register('empty.csv');
    const before = await charged();
    for (const part of [1, 2]) expect(await add(id, part, '')).toMatchObject({ success: true });
    expect(await charged()).toBeGreaterThanOrEqual(before + 600);
    await send(`${id}/delete`);
  });

  test('is deleted while the file of another service waits for its edits', async () => {
    await register('expired.csv');
    const { database } = rig.server;
    const fields = [{ name: 'name', type: 'esriFieldTypeString' as const }];
    const layers = [{ name: 'Edited', fields, features: [] }];
    await createHostedLayer({ database }, { serviceName: 'Edited', layers });
    await sql`insert into hosted_attachment (service_id, layer_id, attachment_id, globalid, parent_objectid, name,
        content_type, size, bytes, created_at)
      select service_id, layer_id, 1, gen_random_uuid(), -1, 'edited.csv', '', 1, 'x', 0
      from hosted_layer where name = 'Edited'`.execute(database);
    await database
      .updateTable('hosted_attachment')
      .set({ created_at: 1 })
      .where('name', '=', 'expired.csv')
      .execute();
    const expired = async () => {
      const rows = await database.selectFrom('hosted_attachment').select('name').execute();
      return rows.map(({ name }) => name).filter((name) => /^(expired|edited)/.test(name));
    };
    let swept: Promise<void> | undefined;
    await database.transaction().execute(async (edits) => {
      await edits
        .selectFrom('hosted_layer')
        .select('name')
        .where('name', '=', 'Edited')
        .forUpdate()
        .execute();
      swept = sweep(database, Date.now(), () => {});
      await expect.poll(expired).toEqual(['edited.csv']);
    });
    await swept;
    expect(await expired()).toEqual([]);
  });

  test('belongs to the user who registered it', async () => {
    const id = await register();
    expect((await add(id, 1, 'x', 'linus')).error).toBeDefined();
    for (const operation of ['', '/parts', '/commit', '/delete'])
      expect((await send(id + operation, {}, 'linus')).error).toBeDefined();
    expect(await send(`${id}/parts`)).toEqual({ parts: [] });
  });

  test('of a forbidden type, of too many bytes or without parts is refused', async () => {
    expect((await send('register', { itemName: 'page.html' })).error.code).toBe(400);
    expect((await send('register')).error.details[0]).toMatch(/name of the file/);
    const id = await register();
    expect((await send(`${id}/commit`)).error.details[0]).toMatch(/No part/);
    expect((await send(`${id}/uploadPart`, { partId: 1 })).error.details[0]).toMatch(/file/);
    expect((await send(`${id}/uploadPart`, { partId: 'x' })).error.code).toBe(400);
    // arcgis-rest-js sends its token after the file, of which 10 MB wait for it.
    expect(await add(id, 1, 'x'.repeat(9_000_000))).toMatchObject({ success: true });
    const usual = limits.attachmentBytes;
    onTestFinished(() => void Object.assign(limits, { attachmentBytes: usual }));
    Object.assign(limits, { attachmentBytes: 10_000_000 });
    const rest = 'x'.repeat(600_000);
    expect(await add(id, 2, rest)).toMatchObject({ success: true });
    expect((await add(id, 3, rest)).error.details[0]).toMatch(/together may have at most 10 MB/);
    expect(await send(`${id}/parts`)).toEqual({ parts: ['1', '2'] });
  });
});
