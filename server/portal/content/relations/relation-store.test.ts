import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import { insertItem, type NewItem } from '../items/item-store.ts';
import { addRelation } from './relation-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  await data.database
    .insertInto('portal_organisation')
    .values(['city', 'harbour', 'island'].map((id) => ({ id, url_key: id, settings: '{}', created_at: 0 })))
    .execute();
  const owners = { grace: 'city', hal: 'harbour', ida: 'island' };
  for (const [username, org_id] of Object.entries(owners)) {
    await data.addUser(username);
    await data.database.updateTable('portal_user').set({ org_id }).where('username', '=', username).execute();
  }
  const items = { map: 'grace', layer: 'grace', ship: 'hal', boat: 'hal', ferry: 'ida' };
  for (const [id, owner] of Object.entries(items)) {
    const times = { created_at: 1, modified_at: 1 };
    await insertItem(data.database, { id, owner, type: 'Web Map', title: id, ...times } as NewItem);
  }
});
afterAll(() => data.stop());
beforeEach(() => data.database.deleteFrom('portal_item_relation').execute());

const fill = (origin: string, destination: string, number: number) =>
  sql`insert into portal_item_relation (origin_id, destination_id, type)
    select ${origin}, ${destination}, 'type' || n from generate_series(1, ${number}) as n`.execute(
    data.database,
  );
const relate = (origin_id: string, destination_id: string) =>
  addRelation(data.database, { origin_id, destination_id, type: 'Map2Service' });
const count = async () =>
  (await data.database.selectFrom('portal_item_relation').select('type').execute()).length;

describe('relations', () => {
  it('of one item are limited', async () => {
    await fill('map', 'layer', limits.relationsPerItem - 1);
    await relate('map', 'ship');
    await expect(relate('map', 'boat')).rejects.toMatchObject({
      id: 'portal:too-many-relationships',
      status: 400,
    });
  });

  it('are limited when several are added at once', async () => {
    await fill('map', 'layer', limits.relationsPerItem - 1);
    await Promise.allSettled(['ship', 'boat', 'ferry'].map((destination) => relate('map', destination)));
    expect(await count()).toBe(limits.relationsPerItem);
  });

  it('that exist are added again in a full item', async () => {
    await relate('map', 'ship');
    await fill('map', 'layer', limits.relationsPerItem - 1);
    await relate('map', 'ship');
    expect(await count()).toBe(limits.relationsPerItem);
  });

  it('of another organisation to one item are limited, without taking the room of others', async () => {
    await fill('ship', 'map', limits.relationsOfOthers);
    await expect(relate('boat', 'map')).rejects.toMatchObject({ id: 'portal:too-many-relationships' });
    await relate('ferry', 'map');
    await relate('layer', 'map');
    expect(await count()).toBe(limits.relationsOfOthers + 2);
  });
});
