import { createFeatureService } from '@esri/arcgis-rest-feature-service';
import { createItem, removeItem, setItemAccess, updateItem } from '@esri/arcgis-rest-portal';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceKey } from '../../server/platform/documents/item-uses.ts';
import { createUser } from '../../server/portal/community/create-user.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let layer = '';
let url = '';

beforeAll(async () => {
  const made = await createFeatureService({
    item: { name: 'Trees', capabilities: 'Query', layers: [] } as any,
    authentication: rig.grace,
  });
  layer = made.serviceItemId;
  url = made.serviceurl;
});

const mapOf = (operationalLayers: object[], more: object = {}) =>
  JSON.stringify({ version: '2.31', operationalLayers, baseMap: { baseMapLayers: [] }, ...more });
const dependents = (id: string, username = 'grace') =>
  rig.call(`/content/items/${id}/dependencies/listDependentsTo`, {}, username);
const titles = async (id: string, username = 'grace') =>
  (await dependents(id, username))['list'].map(({ itemInfo }: any) => itemInfo.title);

/** A private item of a user that uses a target. */
const addUser = (owner: string, target: string) =>
  sql`with made as (
      insert into portal_item (id, owner, org_id, type, title, access, created_at, modified_at)
      select ${randomUUID()}, ${owner}, org_id, 'Web Map', 'Uses it', 'private', 0, 0
      from portal_user where username = ${owner} returning id)
    insert into portal_item_use (item_id, target) select id, ${target} from made`.execute(
    rig.portal.context.database,
  );

describe('dependencies', () => {
  test('of a map are its layers, by item and by address, in groups and tables too', async () => {
    const text = mapOf(
      [
        {
          id: 'a',
          layerType: 'GroupLayer',
          layers: [{ id: 'b'.repeat(32), url: `${url}/0`, itemId: layer }],
        },
        { id: 'c', url: 'https://other.example/arcgis/rest/services/Water/MapServer/3' },
        { id: 'd', url: 'https://other.example/ArcGIS/rest/services/Water/MapServer/4?token=secret' },
      ],
      { tables: [{ url: 'http://ada:pw@other.example/arcgis/rest/services/Owners/FeatureServer/0' }] },
    );
    const map = await rig.addMap({ title: 'Green', text });
    const { list } = await rig.call(`/content/items/${map}/dependencies`);
    expect(list).toEqual([
      { dependencyType: 'url', url },
      { dependencyType: 'url', url: 'http://other.example/arcgis/rest/services/Owners/FeatureServer' },
      { dependencyType: 'url', url: 'https://other.example/ArcGIS/rest/services/Water/MapServer' },
      { dependencyType: 'id', id: layer },
    ]);
    expect(await titles(layer)).toEqual(['Green']);
    const copy = await rig.call(`/content/items/${map}/copy`, { title: 'Green again' });
    expect((await rig.call(`/content/items/${copy['itemId']}/dependencies`))['list']).toEqual(list);
    await removeItem({ id: copy['itemId'], authentication: rig.grace });
  });

  test('follow what is saved, copied and deleted', async () => {
    const map = await rig.addMap({ title: 'Changing', text: mapOf([{ url: `${url}/0` }]) });
    expect(await titles(layer)).toContain('Changing');
    const copy = await rig.call(`/content/items/${map}/copy`, { title: 'A copy' });
    expect(await titles(layer)).toContain('A copy');
    await updateItem({ item: { id: map, text: mapOf([]) } as any, authentication: rig.grace });
    expect(await titles(layer)).not.toContain('Changing');
    await removeItem({ id: copy['itemId'], authentication: rig.grace });
    expect(await titles(layer)).not.toContain('A copy');
    await updateItem({ item: { id: map, title: 'Only its title' } as any, authentication: rig.grace });
    expect(await titles(layer)).not.toContain('Only its title');
  });

  test('of an application are its maps', async () => {
    const map = await rig.addMap({ title: 'Base' });
    const item: any = {
      title: 'App',
      type: 'Web Mapping Application',
      text: JSON.stringify({ values: { webmap: map } }),
    };
    await createItem({ item, authentication: rig.grace });
    expect(await titles(map)).toEqual(['App']);
  });

  test('show each user only what they may see; only owners learn of others', async () => {
    await setItemAccess({ id: layer, access: 'org', authentication: rig.grace });
    const text = mapOf([{ itemId: layer }]);
    const hidden = await rig.addMap({ title: 'Hidden', text }, rig.linus);
    const answer = await dependents(layer);
    expect(JSON.stringify(answer)).not.toContain('Hidden');
    expect(answer['others']).toBe(1);
    expect(await titles(layer, 'linus')).toEqual(['Hidden']);
    expect(await dependents(layer, 'linus')).not.toHaveProperty('others');
    // What one may not see is answered like what does not exist.
    const [unseen, missing] = [
      await rig.call(`/content/items/${hidden}/dependencies`),
      await rig.call(`/content/items/${'0'.repeat(32)}/dependencies`),
    ];
    expect(unseen).toEqual(missing);
    expect(await dependents(hidden)).toEqual(missing);
    await setItemAccess({ id: layer, access: 'private', authentication: rig.grace });
    expect(await dependents(layer, 'Otto')).toEqual(await dependents('0'.repeat(32), 'Otto'));
  });

  test('come in pages, and those on other pages do not count as others', async () => {
    const base = await rig.addMap({ title: 'Popular' });
    for (const [owner, more] of [
      ['grace', 203],
      ['linus', 2],
    ] as const)
      await sql`with made as (
          insert into portal_item (id, owner, org_id, type, title, access, created_at, modified_at)
          select ${owner} || number, ${owner}, org_id, type, 'Uses it', 'private', 0, 0
          from portal_item, generate_series(1, ${more}::integer) as number where id = ${base} returning id)
        insert into portal_item_use (item_id, target) select id, ${base} from made`.execute(
        rig.portal.context.database,
      );
    const page = (parameters: Record<string, string>) =>
      rig.call(`/content/items/${base}/dependencies/listDependentsTo`, parameters);
    const [first, last] = [await page({}), await page({ start: '201', num: '50' })];
    expect([first['total'], first['list'].length, first['nextStart'], first['others']]).toEqual([
      203, 100, 101, 2,
    ]);
    expect([last['start'], last['list'].length, last['nextStart'], last['others']]).toEqual([201, 3, -1, 2]);
  });

  test('of other organisations are not counted', async () => {
    const { context } = rig.portal;
    const id = await ensureOrganisation(context.database, { urlKey: 'harbour', now: 0 });
    const harbour = { ...context, portal: { ...context.portal, id } };
    await createUser(harbour, { username: 'olga', fullName: 'Olga', role: 'org_user' });
    const base = await rig.addMap({ title: 'Base of many' });
    await addUser('olga', base);
    await addUser('linus', base);
    expect((await dependents(base))['others']).toBe(1);
  });

  test('of a service are counted by the item of the service only', async () => {
    await addUser('linus', serviceKey(url) ?? '');
    const { others } = await dependents(layer);
    expect(others).toBeGreaterThan(0);
    for (const address of [url, 'https://other.example/arcgis/rest/services/Trees/FeatureServer']) {
      await addUser('linus', serviceKey(address) ?? '');
      const item: any = { title: 'Only its address', type: 'Feature Service', url: address };
      const { id } = await createItem({ item, authentication: rig.grace });
      expect((await dependents(id))['others']).toBe(0);
    }
  });

  test('of hostile documents end', async () => {
    const deep = `${'{"a":['.repeat(90)}"${'f'.repeat(32)}"${']}'.repeat(90)}`;
    const many = JSON.stringify(
      Array.from({ length: 5000 }, (_none, index) => index.toString(16).padStart(32, '0')),
    );
    for (const text of [
      deep,
      many,
      '[]',
      'null',
      '"text"',
      'no json',
      '{"toString":"x","__proto__":{"a":1}}',
    ]) {
      const map = await rig.addMap({ title: 'Hostile', text });
      const { list } = await rig.call(`/content/items/${map}/dependencies`);
      expect(list.length).toBeLessThanOrEqual(500);
    }
  });
});
