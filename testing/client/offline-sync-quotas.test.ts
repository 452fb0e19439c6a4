import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { quotas } from '../../server/limits.ts';
import { OfflineClient } from '../rig/offline-client.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Edits made offline by a member, of a layer of another one, either of whom has used up their quota meanwhile. */
let rig: TreesView;

beforeAll(async () => {
  rig = await createTreesView();
  await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
  for (const id of [0, 1]) await rig.changeLayer('Trees', id, { isDataArchived: true });
  await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, {
    updateDefinition: { capabilities: 'Create,Delete,Query,Update,Editing,Sync' },
  });
});
afterAll(() => rig.stop());

const usageOf = (username: string) =>
  rig.server.database.updateTable('portal_usage').where('scope', '=', 'person').where('key', '=', username);
/** Uses up the bytes of a member, or gives some of them back. */
const fill = (username: string) => usageOf(username).set({ bytes: quotas.person.bytes }).execute();
const giveRoom = (username: string) => usageOf(username).set({ bytes: 1_000_000 }).execute();
afterEach(async () => {
  for (const username of ['grace', 'linus']) await giveRoom(username);
});

const full = (whose: string) => ({
  code: 409,
  message: expect.stringContaining(whose),
  faults: [expect.objectContaining({ code: 'quota-person-bytes' })],
});

async function copyOf(who: string): Promise<OfflineClient> {
  const copy = new OfflineClient((operation, params) =>
    rig.ask(`${rig.source}/${operation}`, params, who).catch(({ response }) => response),
  );
  await copy.download();
  return copy;
}

async function names(): Promise<string[]> {
  const { features } = await rig.ask(`${rig.source}/0/query`, { where: '1=1', outFields: 'name' });
  return features.map(({ attributes }: any) => attributes.name);
}
const idOf = (copy: OfflineClient, name: string) =>
  [...copy.features].find(([, { attributes }]) => attributes['name'] === name)?.[0] as string;

describe('a member whose quota is full', () => {
  test('gets no new copy', async () => {
    await copyOf('linus');
    await fill('linus');
    const answer = await rig
      .ask(`${rig.source}/createReplica`, { layers: [0], dataFormat: 'json', syncModel: 'perLayer' }, 'linus')
      .catch(({ response }) => response);
    expect(answer.error).toMatchObject(full('Your content takes'));
  });

  test('synchronizes the copies that they have, with everything that they did offline', async () => {
    const copy = await copyOf('linus');
    copy.add('Elm', 1);
    copy.update(idOf(copy, 'Oak 2'), { code: 22 });
    await fill('linus');
    expect(await copy.synchronize()).not.toHaveProperty('error');
    expect(await names()).toContain('Elm');
    // What the copy takes now still counts.
    const { bytes } = await rig.server.database
      .selectFrom('portal_usage')
      .select('bytes')
      .where('scope', '=', 'person')
      .where('key', '=', 'linus')
      .executeTakeFirstOrThrow();
    expect(bytes).toBeGreaterThan(quotas.person.bytes);
  });
});

describe('a layer whose owner has used up their quota', () => {
  test('takes no additions, and the client keeps them until there is room', async () => {
    const copy = await copyOf('linus');
    const trees = Array.from({ length: 200 }, (_none, number) =>
      copy.add(`Ash ${number} ${'x'.repeat(200)}`, number),
    );
    await fill('grace');
    const answer = await copy.synchronize();
    expect(answer.error).toMatchObject(full('needs more than is left'));
    expect((await names()).filter((name) => name.startsWith('Ash'))).toEqual([]);
    await giveRoom('grace');
    expect(await copy.persist()).not.toHaveProperty('error');
    expect((await names()).filter((name) => name.startsWith('Ash'))).toHaveLength(trees.length);
  });

  test('takes deletions, though its history stores what was deleted', async () => {
    const copy = await copyOf('linus');
    const ashes = [...copy.features].filter(([, { attributes }]) => attributes['name'].startsWith('Ash'));
    for (const [id] of ashes) copy.remove(id);
    await fill('grace');
    expect(await copy.synchronize()).not.toHaveProperty('error');
    expect((await names()).filter((name) => name.startsWith('Ash'))).toEqual([]);
  });

  test('takes deletions online, too', async () => {
    await rig.ask(`${rig.source}/0/addFeatures`, {
      features: Array.from({ length: 200 }, (_none, number) => ({
        attributes: { name: `Fir ${number} ${'x'.repeat(200)}`, kind: 'fir' },
        geometry: { x: number, y: 0 },
      })),
    });
    await fill('grace');
    await rig.ask(`${rig.source}/0/deleteFeatures`, { where: "kind = 'fir'" });
    expect((await names()).filter((name) => name.startsWith('Fir'))).toEqual([]);
  });
});
