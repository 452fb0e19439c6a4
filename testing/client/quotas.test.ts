import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { poolOf } from '../../server/platform/database/connect.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { insertSharedMap } from '../../server/application/shared-maps/shared-map-store.ts';
import { limits, quotas } from '../../server/limits.ts';
import { quota } from '../../server/operator/portal-organisations.ts';
import { changeQuotas, findUsage, saveUsualQuotas } from '../../server/portal/quotas/quota-store.ts';
import { reserveUploadSeconds, settleUploadSeconds } from '../../server/portal/quotas/upload-time-store.ts';
import { png } from '../rig/content-rig.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Quotas of users and organisations, on every way in, and how usage is reported. */
let server: TestServer;
let client: PortalClient;
const tokens: Record<string, string> = {};
/** The organisation of all users here. */
let orgId: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await createPortalClient(server);
  await client.addUser('ada', { role: 'org_admin' });
  for (const username of ['grace', 'linus']) await client.addUser(username, { role: 'org_publisher' });
  for (const username of ['ada', 'grace', 'linus']) tokens[username] = await client.token(username);
  const { org_id } = await server.database
    .selectFrom('portal_user')
    .select('org_id')
    .where('username', '=', 'grace')
    .executeTakeFirstOrThrow();
  orgId = org_id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  const items = await server.database.selectFrom('portal_item').select(['id', 'owner']).execute();
  for (const { id, owner } of items)
    await client.call(`/content/users/${owner}/items/${id}/delete`, { token: tokens['ada']! });
  await server.database.deleteFrom('portal_quota').execute();
  await saveUsualQuotas(server.database);
});

const as = (username: string, path: string, parameters: Record<string, string> = {}) =>
  client.call(path, { token: tokens[username] ?? '', ...parameters });
const limit = (numbers: Parameters<typeof changeQuotas>[2]) => changeQuotas(server.database, orgId, numbers);
/** Incompressible text. */
const text = (bytes: number) => randomBytes(bytes / 2).toString('hex');
const add = (bytes: number, username = 'grace', more: Record<string, string> = {}) =>
  as(username, `/content/users/${username}/addItem`, {
    type: 'Web Map',
    title: 'Map',
    text: text(bytes),
    ...more,
  });
/** Bytes of the texts of a user's items. */
const textsOf = async (username: string): Promise<number> => {
  const { rows } = await poolOf(server.database).query(
    'select coalesce(sum(json_bytes), 0)::int as bytes from portal_item where owner = $1',
    [username],
  );
  return (rows[0] as { bytes: number }).bytes;
};
/** Usage besides these. */
const used = async (username = 'grace') => {
  const usage = await findUsage(server.database, 'person', username);
  return { ...usage, bytes: usage.bytes - (await textsOf(username)) };
};

function form(username: string, path: string, fields: Record<string, string>, field: string, bytes: number) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ f: 'json', token: tokens[username] ?? '', ...fields }))
    body.set(name, value);
  body.set(field, new Blob([randomBytes(bytes)]), 'file.bin');
  return fetch(client.root + path, { method: 'POST', body }).then(
    (response) => response.json() as Promise<any>,
  );
}

const tooMuch = (scope: string, amount: string) => ({
  code: 409,
  faults: [expect.objectContaining({ code: `quota-${scope}-${amount}` })],
});

describe('bytes', () => {
  test('of a user are limited when an item is added, changed, given resources, or copied', async () => {
    await limit({ person_bytes: 1_000_000 });
    const { id } = await add(400_000);
    expect(await used()).toEqual({ bytes: 400_000, items: 1, features: 0 });
    expect((await add(700_000)).error).toMatchObject({
      ...tooMuch('person', 'bytes'),
      message:
        'Your content takes 0.0004 of 0.001 GB, and this needs more than is left. Delete what you no longer need, or ask an administrator for more room.',
    });
    const item = `/content/users/grace/items/${id}`;
    expect((await as('grace', `${item}/update`, { text: text(1_100_000) })).error).toMatchObject(
      tooMuch('person', 'bytes'),
    );
    expect((await form('grace', `${item}/addResources`, {}, 'file', 700_000)).error).toMatchObject(
      tooMuch('person', 'bytes'),
    );
    expect((await form('grace', `${item}/addResources`, {}, 'file', 300_000)).success).toBe(true);
    expect((await used()).bytes).toBe(700_000);
    expect((await as('grace', `/content/items/${id}/copy`)).error).toMatchObject(tooMuch('person', 'bytes'));
    // Nothing of a refused request is stored.
    expect(await used()).toEqual({ bytes: 700_000, items: 1, features: 0 });
    expect((await as('grace', `${item}/update`, { text: text(100_000) })).success).toBe(true);
    expect((await used()).bytes).toBe(400_000);
    await as('grace', `${item}/delete`);
    expect(await used()).toEqual({ bytes: 0, items: 0, features: 0 });
  });

  test('of a user whose quota is full suffice to correct and to shorten what exists, and to save a little more', async () => {
    const { id } = await add(700_000);
    const { bytes } = await findUsage(server.database, 'person', 'grace');
    await limit({ person_bytes: bytes, organisation_bytes: bytes });
    const update = async (fields: Record<string, string>) =>
      (await as('grace', `/content/users/grace/items/${id}/update`, fields)).error ?? 'saved';
    const most = limits.bytesBeyondQuota;
    expect(await update({ title: 'A longer title' })).toBe('saved');
    expect(await update({ text: text(700_000 + most - 1000) })).toBe('saved');
    // What may be exceeded has been used up.
    expect(await update({ description: 'x'.repeat(2000) })).toMatchObject(tooMuch('person', 'bytes'));
    expect((await add(2)).error).toMatchObject(tooMuch('person', 'bytes'));
    await limit({ person_bytes: 1000, organisation_bytes: 1000 });
    expect(await update({ title: 'Map' })).toBe('saved');
    expect(await update({ text: text(600_000) })).toBe('saved');
    expect(await update({ title: 'A longer title' })).toMatchObject(tooMuch('person', 'bytes'));
  });

  test('of a full quota that a change adds at once are few', async () => {
    const { id } = await add(2);
    await limit({ person_bytes: 1_000_000 });
    const more = { text: text(1_000_000 + limits.bytesBeyondQuota / 2) };
    expect((await as('grace', `/content/users/grace/items/${id}/update`, more)).error).toMatchObject(
      tooMuch('person', 'bytes'),
    );
  });

  test('of an organisation are limited, across its users', async () => {
    await limit({ organisation_bytes: 1_000_000 });
    expect((await add(600_000, 'grace')).success).toBe(true);
    expect((await add(600_000, 'linus')).error).toMatchObject(tooMuch('organisation', 'bytes'));
    expect((await add(300_000, 'linus')).success).toBe(true);
  });

  test('are granted to one of many concurrent requests, never to all', async () => {
    await limit({ person_bytes: 1_000_000 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(300_000)));
    expect(answers.filter(({ success }) => success)).toHaveLength(3);
    expect((await used()).bytes).toBe(900_000);
    await limit({ person_bytes: null, organisation_bytes: 1_500_000 });
    const both = await Promise.all([add(400_000, 'grace'), add(400_000, 'linus')]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  });

  test('are charged to the new owner with the item, who needs room for it', async () => {
    const { id } = await add(500_000);
    const reassign = () =>
      as('ada', `/content/users/grace/items/${id}/reassign`, { targetUsername: 'linus' });
    await limit({ person_bytes: 400_000 });
    expect((await reassign()).error).toMatchObject(tooMuch('person', 'bytes'));
    await limit({ person_bytes: 600_000 });
    expect((await reassign()).success).toBe(true);
    expect([(await used('grace')).bytes, (await used('linus')).bytes]).toEqual([0, 500_000]);
  });

  test('of a copy are charged, and stored once, until the last of its copies is deleted', async () => {
    const stored = async () => {
      const { rows } = await poolOf(server.database).query(
        'select count(distinct version)::int as versions, coalesce(sum(length(bytes)), 0)::int as bytes from portal_item_data_part',
      );
      return rows[0] as { versions: number; bytes: number };
    };
    const { id } = await add(200_000);
    const before = await stored();
    const { itemId } = await as('linus', `/content/items/${id}/copy`);
    expect(itemId).toBeUndefined();
    await as('grace', `/content/users/grace/items/${id}/share`, { everyone: 'true' });
    const copies = await Promise.all(['linus', 'grace'].map((who) => as(who, `/content/items/${id}/copy`)));
    expect(copies.every(({ success }) => success)).toBe(true);
    expect(await stored()).toEqual(before);
    expect([(await used('linus')).bytes, (await used('grace')).bytes]).toEqual([200_000, 400_000]);
    const data = (one: string, who: string) =>
      as(who, `/content/items/${one}/data`, { f: 'json' }).catch(() => undefined);
    await as('grace', `/content/users/grace/items/${id}/delete`);
    expect(await stored()).toEqual(before);
    expect(await data(copies[0]!['itemId'], 'linus')).toBeUndefined();
    await as('grace', `/content/users/grace/items/${copies[1]!['itemId']}/update`, { text: text(100_000) });
    await as('linus', `/content/users/linus/items/${copies[0]!['itemId']}/delete`);
    expect((await stored()).versions).toBe(1);
  });
});

describe('texts', () => {
  /** As many fields as one item has, each as long as it may be; characters of three bytes. */
  const longTexts = {
    description: '中'.repeat(limits.itemDescription),
    licenseInfo: '中'.repeat(limits.itemDescription),
    documentation: '中'.repeat(limits.itemDescription),
    properties: JSON.stringify({ text: '中'.repeat(limits.itemProperties - 11) }),
  };

  test('of an item are bytes of its owner, when it is added, changed or copied', async () => {
    await limit({ person_bytes: 1_500_000 });
    const { id } = await add(10, 'grace', longTexts);
    const { bytes } = await findUsage(server.database, 'person', 'grace');
    expect(bytes).toBeGreaterThan(3 * (3 * limits.itemDescription + limits.itemProperties - 11));
    expect((await add(10, 'grace', longTexts)).error).toMatchObject(tooMuch('person', 'bytes'));
    expect((await as('grace', `/content/items/${id}/copy`)).error).toMatchObject(tooMuch('person', 'bytes'));
    const { id: short } = await add(10);
    const update = (texts: Record<string, string>) =>
      as('grace', `/content/users/grace/items/${short}/update`, texts);
    expect((await update(longTexts)).error).toMatchObject(tooMuch('person', 'bytes'));
    const { licenseInfo } = longTexts;
    await as('grace', `/content/users/grace/items/${id}/update`, { licenseInfo: '-' });
    expect((await update({ licenseInfo })).success).toBe(true);
  });

  test('of groups are bytes of their owners, until they are deleted', async () => {
    const bytesOf = async (username: string) => (await findUsage(server.database, 'person', username)).bytes;
    const before = await bytesOf('grace');
    await limit({ person_bytes: before + 400_000 });
    const { description } = longTexts;
    const create = () => as('grace', '/community/createGroup', { title: 'Trees', description });
    const { group } = await create();
    expect(await bytesOf('grace')).toBeGreaterThan(before + 3 * description.length);
    expect((await create()).error).toMatchObject(tooMuch('person', 'bytes'));
    const of = `/community/groups/${group.id}`;
    expect((await as('grace', `${of}/update`, { snippet: 's' })).success).toBe(true);
    expect((await as('ada', `${of}/reassign`, { targetUsername: 'linus' })).success).toBe(true);
    expect([await bytesOf('grace'), await bytesOf('linus')]).toEqual([
      before,
      expect.toSatisfy((bytes: number) => bytes > 3 * description.length),
    ]);
    await as('ada', `${of}/delete`);
    expect(await bytesOf('linus')).toBe(0);
  });
});

describe('pictures', () => {
  const picture = (bytes: number) =>
    `data:image/png;base64,${Buffer.concat([png, randomBytes(bytes)]).toString('base64')}`;
  const bytesOf = async (username: string) => (await findUsage(server.database, 'person', username)).bytes;
  const profile = (thumbnail: string) => as('grace', '/community/users/grace/update', { thumbnail });

  test('of groups and of members are bytes of their owners, until they are deleted', async () => {
    const before = await bytesOf('grace');
    await limit({ person_bytes: before + 400_000 });
    const thumbnail = picture(300_000);
    const create = () => as('grace', '/community/createGroup', { title: 'Trees', thumbnail });
    const { group } = await create();
    expect(await bytesOf('grace')).toBeGreaterThan(before + 300_000);
    expect((await create()).error).toMatchObject(tooMuch('person', 'bytes'));
    expect((await profile(picture(300_000))).error).toMatchObject(tooMuch('person', 'bytes'));
    const of = `/community/groups/${group.id}`;
    // Changes of groups may exceed a quota a little.
    const larger = { thumbnail: picture(400_000 + limits.bytesBeyondQuota) };
    expect((await as('grace', `${of}/update`, larger)).error).toMatchObject(tooMuch('person', 'bytes'));
    expect((await as('ada', `${of}/reassign`, { targetUsername: 'linus' })).success).toBe(true);
    expect([await bytesOf('grace'), await bytesOf('linus')]).toEqual([
      before,
      expect.toSatisfy((bytes: number) => bytes > 300_000),
    ]);
    await as('ada', `${of}/delete`);
    expect(await bytesOf('linus')).toBe(0);
    expect((await profile(picture(300_000))).success).toBe(true);
    expect(await bytesOf('grace')).toBe(before + png.length + 300_000);
    expect((await profile('')).success).toBe(true);
    expect(await bytesOf('grace')).toBe(before);
  });
});

describe('items', () => {
  test('of a user are counted', async () => {
    await limit({ person_items: 2 });
    await add(10);
    const { id } = await add(10);
    expect((await add(10)).error).toMatchObject({
      ...tooMuch('person', 'items'),
      message: expect.stringContaining('has 2 of 2 items'),
    });
    expect((await as('grace', `/content/items/${id}/copy`)).error).toMatchObject(tooMuch('person', 'items'));
    await as('grace', `/content/users/grace/items/${id}/delete`);
    expect((await add(10)).success).toBe(true);
  });
});

describe('features and attachments', () => {
  const layers = [
    {
      name: 'Trees',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
      hasAttachments: true,
      fields: [{ name: 'kind', type: 'esriFieldTypeString', alias: 'kind' }],
    },
  ];
  const service = async () => {
    const made = await as('grace', '/content/users/grace/createService', {
      outputType: 'featureService',
      createParameters: JSON.stringify({
        name: `Trees${randomBytes(4).toString('hex')}`,
        capabilities: 'Create,Delete,Query,Update,Editing',
        layers,
      }),
    });
    return { id: made['itemId'] as string, url: `${new URL(made['serviceurl'] as string).pathname}/0` };
  };
  const edit = (url: string, operation: string, parameters: Record<string, string>) =>
    fetch(`${server.url}${url}/${operation}`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', token: tokens['grace'] ?? '', ...parameters }),
    }).then((response) => response.json() as Promise<any>);
  const features = (count: number, kind = 'oak') =>
    JSON.stringify(Array.from({ length: count }, () => ({ geometry: { x: 1, y: 2 }, attributes: { kind } })));

  test('are limited for edits, atomically, and deleting makes room', async () => {
    const { id, url } = await service();
    await limit({ person_features: 10 });
    expect((await edit(url, 'addFeatures', { features: features(8) })).addResults).toHaveLength(8);
    expect((await edit(url, 'applyEdits', { adds: features(3) })).error).toMatchObject(
      tooMuch('person', 'features'),
    );
    expect((await used()).features).toBe(8);
    expect(await edit(url, 'query', { where: '1=1', returnCountOnly: 'true' })).toEqual({ count: 8 });
    await edit(url, 'deleteFeatures', { where: '1=1' });
    expect((await edit(url, 'addFeatures', { features: features(10) })).addResults).toHaveLength(10);
    await as('grace', `/content/users/grace/items/${id}/delete`);
    expect(await used()).toEqual({ bytes: 0, items: 0, features: 0 });
  });

  test('count the bytes of their table and of attachments', async () => {
    const { url } = await service();
    await edit(url, 'addFeatures', { features: features(1) });
    const empty = (await used()).bytes;
    await limit({ person_bytes: empty + 500_000 });
    const attach = (bytes: number) => {
      const body = new FormData();
      body.set('f', 'json');
      body.set('token', tokens['grace'] ?? '');
      body.set('attachment', new Blob([randomBytes(bytes)]), 'photo.jpg');
      return fetch(`${server.url}${url}/1/addAttachment`, { method: 'POST', body }).then(
        (response) => response.json() as Promise<any>,
      );
    };
    expect((await attach(300_000)).addAttachmentResult.success).toBe(true);
    expect((await attach(300_000)).error).toMatchObject(tooMuch('person', 'bytes'));
    const { features: trees } = await edit(url, 'query', { outFields: 'GlobalID' });
    const parentGlobalId = trees[0].attributes.GlobalID;
    const data = randomBytes(300_000).toString('base64');
    const asText = { name: 'photo.jpg', globalId: randomUUID(), parentGlobalId, data };
    expect(
      (
        await edit(url, 'applyEdits', {
          useGlobalIds: 'true',
          attachments: JSON.stringify({ adds: [asText] }),
        })
      ).error,
    ).toMatchObject(tooMuch('person', 'bytes'));
    const waiting = new FormData();
    waiting.set('f', 'json');
    waiting.set('token', tokens['grace'] ?? '');
    waiting.set('file', new Blob([randomBytes(300_000)]), 'photo.jpg');
    const uploads = `${server.url}${url.replace(/\/0$/, '')}/uploads/upload`;
    const uploaded = await fetch(uploads, { method: 'POST', body: waiting });
    expect(((await uploaded.json()) as any).error).toMatchObject(tooMuch('person', 'bytes'));
    expect((await used()).bytes).toBe(empty + 300_000 + 300 + 'photo.jpg'.length);
    await edit(url, '1/deleteAttachments', { attachmentIds: '1' });
    expect((await used()).bytes).toBe(empty);
    expect(
      (await edit(url, 'addFeatures', { features: features(2500, 'x'.repeat(250)) })).error,
    ).toMatchObject(tooMuch('person', 'bytes'));
  });

  test('count each table of hosted layers, that of the history of a layer too', async () => {
    const { id, url } = await service();
    const admin = url.replace('/rest/services/', '/rest/admin/services/');
    await edit(url, 'addFeatures', { features: features(200, 'x'.repeat(200)) });
    const kept = await edit(admin, 'updateDefinition', {
      updateDefinition: JSON.stringify({ isDataArchived: true }),
    });
    expect(kept.success).toBe(true);
    const calculate = (value: string) =>
      edit(url, 'calculate', { where: '1=1', calcExpression: JSON.stringify([{ field: 'kind', value }]) });
    for (const value of ['oak', 'ash', 'elm'])
      expect(await calculate(value)).toMatchObject({ updatedFeatureCount: 200 });
    const { rows } = await poolOf(server.database).query(`select relname as name,
        pg_total_relation_size(oid)::int as bytes from pg_class
      where relnamespace = 'hosted'::regnamespace and relkind in ('r', 'p', 'm') order by relname`);
    expect(rows.some(({ name }) => name.endsWith('_history'))).toBe(true);
    const onDisk = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const { rows: layerRows } = await poolOf(server.database).query(
      'select sum(stored_bytes)::int as bytes from hosted_layer',
    );
    // PostgreSQL may tidy a table meanwhile, which adds pages for its maps.
    expect(layerRows[0].bytes).toBeGreaterThan(onDisk * 0.8);
    const before = await used();
    expect(before.bytes).toBeGreaterThan(onDisk * 0.8);

    await limit({ person_bytes: before.bytes });
    await expect
      .poll(async () => (await calculate('x'.repeat(200))).error, { interval: 0 })
      .toMatchObject(tooMuch('person', 'bytes'));
    // Without its history there is room again.
    await edit(admin, 'updateDefinition', { updateDefinition: JSON.stringify({ isDataArchived: false }) });
    expect((await used()).bytes).toBeLessThan(before.bytes);
    await as('grace', `/content/users/grace/items/${id}/delete`);
    expect((await used()).bytes).toBe(0);
  });

  test('are limited when a file is published, and leave nothing behind', async () => {
    const csv = `name,lat,lon\n${Array.from({ length: 30 }, (_none, n) => `Tree ${n},51,71\n`).join('')}`;
    const { id } = await as('grace', '/content/users/grace/addItem', {
      type: 'CSV',
      title: 'Trees',
      text: csv,
      fileName: 'trees.csv',
    });
    await limit({ person_features: 20 });
    const { services } = await as('grace', '/content/users/grace/publish', {
      itemid: id,
      filetype: 'csv',
      publishParameters: JSON.stringify({ name: 'Quota_trees' }),
    });
    const [{ serviceItemId, jobId }] = services;
    await expect
      .poll(
        async () =>
          (await as('grace', `/content/users/grace/items/${serviceItemId}/status`, { jobId }))['status'],
        { timeout: 60_000 },
      )
      .toBe('failed');
    const status = await as('grace', `/content/users/grace/items/${serviceItemId}/status`, { jobId });
    expect(status['statusMessage']).toMatch(/20 features, and this needs more/);
    expect(await used()).toMatchObject({ items: 1, features: 0 });
  });
});

describe('reading files', () => {
  const analyze = () =>
    form('grace', '/content/features/analyze', { filetype: 'csv', filename: 'a.csv' }, 'file', 10);

  test('has a time limit per day', async () => {
    await limit({ person_upload_seconds: 0 });
    expect((await analyze()).error).toMatchObject(tooMuch('person', 'uploadSeconds'));
    await limit({ person_upload_seconds: 600 });
    await analyze();
    const row = await server.database.selectFrom('portal_upload_time').selectAll().executeTakeFirstOrThrow();
    expect(row.seconds).toBeGreaterThan(0);
    await limit({ person_upload_seconds: null, organisation_upload_seconds: 0 });
    expect((await analyze()).error).toMatchObject(tooMuch('organisation', 'uploadSeconds'));
  });
});

describe('files read at the same moment', () => {
  test('stay within the limit together: each reserves what it may take', async () => {
    const day = { username: 'grace', orgId, day: '2026-01-01' };
    const reserve = (wanted: number) =>
      reserveUploadSeconds(server.database, day, { id: randomUUID(), wanted });
    await limit({ person_upload_seconds: 150 });
    const settled = await Promise.allSettled(Array.from({ length: 40 }, () => reserve(60)));
    // The third reserves the remaining 30 seconds.
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(reserve(60)).rejects.toMatchObject({ id: 'quota:person-uploadSeconds' });
    // From a process that ended without releasing it.
    await server.database.updateTable('portal_upload_reservation').set({ ends_at: 0 }).execute();
    await reserve(60);
    const [held] = await server.database.selectFrom('portal_upload_reservation').selectAll().execute();
    expect(held).toMatchObject({ username: 'grace', seconds: 60 });
    await settleUploadSeconds(server.database, day, { id: held?.id ?? '', seconds: 149 });
    await reserve(60);
    await expect(reserve(60)).rejects.toMatchObject({ id: 'quota:person-uploadSeconds' });
    await server.database.deleteFrom('portal_upload_reservation').execute();
  });

  test('release what they reserved, whether they succeed or fail', async () => {
    const held = () => server.database.selectFrom('portal_upload_reservation').selectAll().execute();
    await limit({ person_upload_seconds: null, organisation_upload_seconds: null });
    await form('grace', '/content/features/analyze', { filetype: 'csv', filename: 'a.csv' }, 'file', 10);
    await form('grace', '/content/features/analyze', { filetype: 'zip', filename: 'a.zip' }, 'file', 10);
    expect(await held()).toEqual([]);
  });
});

describe('usage is shown', () => {
  test('to a user: used, available and the largest items; in the fields of ArcGIS too', async () => {
    await limit({ person_bytes: 5_000_000 });
    await add(100_000, 'grace', { title: 'Small' });
    await add(300_000, 'grace', { title: 'Large' });
    const bytes = 400_000 + (await textsOf('grace'));
    const storage = await as('grace', '/community/users/grace/storage');
    expect(storage).toMatchObject({
      used: { bytes, items: 2, features: 0 },
      most: { bytes: 5_000_000 },
      largest: [{ title: 'Large', type: 'Web Map' }, { title: 'Small' }],
    });
    expect(storage['largest'].map((item: { bytes: number }) => Math.round(item.bytes / 1000))).toEqual([
      300, 100,
    ]);
    const { user } = await as('grace', '/portals/self');
    expect(user).toMatchObject({ storageUsage: bytes, storageQuota: 5_000_000 });
    expect(await as('grace', '/community/self')).toMatchObject({ storageUsage: bytes });
    expect((await as('linus', '/community/users/grace/storage'))['error'].code).toBe(403);
    expect((await as('', '/community/users/grace/storage'))['error'].code).toBe(499);
    expect((await as('linus', '/community/users/grace'))['storageUsage']).toBeUndefined();
  });

  test('of shared maps and processing time, to its user, and in total to administrators', async () => {
    await saveConfig(server.database, 'town', { portal: { url: '/portal' } }, 'test');
    // On another portal the same username may be another person.
    await saveConfig(server.database, 'elsewhere', { portal: { url: 'https://portal.example' } }, 'test');
    const share = (owner: string, organisation = 'town', revoked: number | null = null) =>
      insertSharedMap(server.database, {
        sid: randomUUID(),
        organisation,
        title: 'Walk',
        web_map: '{}',
        viewpoint: null,
        access: 'public',
        groups: [],
        owner,
        created_at: 1,
        modified_at: 1,
        expires_at: null,
        revoked_at: revoked,
        hosts: [],
        uses: [],
      });
    for (const owner of ['grace', 'grace', 'linus', '']) await share(owner);
    await share('grace', 'town', 2);
    await share('grace', 'elsewhere');
    await server.database.deleteFrom('portal_upload_time').execute();
    // The next day too, which may begin during the test.
    const days = [0, 24].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10));
    const times = days.flatMap((day) => [
      { username: 'grace', org_id: orgId, day, seconds: 100 },
      { username: 'linus', org_id: orgId, day, seconds: 20 },
    ]);
    await server.database.insertInto('portal_upload_time').values(times).execute();
    await limit({ person_shared_maps: 7, organisation_shared_maps: 70 });

    expect(await as('grace', '/community/users/grace/storage')).toMatchObject({
      used: { sharedMaps: 2, uploadSeconds: 100 },
      most: { sharedMaps: 7, uploadSeconds: quotas.person.uploadSeconds },
    });
    for (let each = 2; each < 7; each += 1) await share('grace');
    await expect(share('grace')).rejects.toMatchObject({ id: 'quota:person-sharedMaps' });
    await server.database.deleteFrom('shared_map').where('owner', '=', 'grace').execute();
    for (const _ of [1, 2]) await share('grace');
    expect(await as('ada', '/community/users/linus/storage')).toMatchObject({
      used: { sharedMaps: 1, uploadSeconds: 20 },
    });
    expect(await as('ada', '/portals/self/storage')).toMatchObject({
      used: { sharedMaps: 4, uploadSeconds: 120 },
      most: { sharedMaps: 70, uploadSeconds: quotas.organisation.uploadSeconds },
    });
    await server.database.deleteFrom('organisation').execute();
    expect(await as('grace', '/community/users/grace/storage')).toMatchObject({ used: { sharedMaps: 0 } });
  });

  test('to administrators: the organisation and its users', async () => {
    await add(100_000, 'grace');
    await add(200_000, 'linus');
    const [ofGrace, ofLinus] = [await textsOf('grace'), await textsOf('linus')];
    const storage = await as('ada', '/portals/self/storage');
    expect(storage).toMatchObject({ used: { bytes: 300_000 + ofGrace + ofLinus, items: 2 } });
    expect(storage['people'].slice(0, 2)).toMatchObject([
      { username: 'linus', bytes: 200_000 + ofLinus },
      { username: 'grace', bytes: 100_000 + ofGrace },
    ]);
    expect((await as('grace', '/portals/self/storage'))['error'].code).toBe(403);
  });

  test('to the operator, who sets other quotas for an organisation', async () => {
    await server.database
      .updateTable('portal_organisation')
      .set({ url_key: 'harbour' })
      .where('id', '=', orgId)
      .execute();
    expect(
      await quota(server.database, 'harbour', { 'person-bytes': '1.5MB', 'organisation-items': '7' }),
    ).toMatch(/person: 1500000 bytes[^]*organisation: .* 7 items/);
    expect((await add(1_600_000)).error).toMatchObject(tooMuch('person', 'bytes'));
    await quota(server.database, 'harbour', { 'person-bytes': 'default' });
    expect((await add(1_600_000)).success).toBe(true);
    await expect(quota(server.database, 'harbour', { 'person-items': '3GB' })).rejects.toThrow(
      /takes a number, or default/,
    );
    await expect(quota(server.database, 'nowhere', {})).rejects.toThrow(/no organisation nowhere/);
  });
});

test('agrees with the charges of all items when recounted', async () => {
  await Promise.all([add(1000), add(2000), add(3000, 'linus')]);
  const { rows } = await poolOf(server.database).query(`
    select count(*)::int as differing from portal_usage left join (
      select owner as key, 'person' as scope, sum(bytes) as bytes, count(*) as items from portal_item_amount group by owner
      union all select org_id, 'organisation', sum(bytes), count(*) from portal_item_amount group by org_id
    ) counted using (scope, key)
    where portal_usage.bytes <> coalesce(counted.bytes, 0) or portal_usage.items <> coalesce(counted.items, 0)`);
  expect(rows).toEqual([{ differing: 0 }]);
});
