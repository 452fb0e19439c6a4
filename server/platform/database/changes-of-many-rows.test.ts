import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { poolOf } from './connect.ts';

/** What triggers count when one transaction changes many rows: once for all of them. */
let rig: TestDatabase;
let client: pg.PoolClient;
const rows = 200;
/** Row versions written to each table before the test. */
let before: Map<string, number>;

beforeAll(async () => {
  rig = await createTestDatabase();
  client = await poolOf(rig.database).connect();
  await client.query(`
    insert into organisation (name, revision) values ('delft', 1);
    insert into portal_user (username, full_name, role, created_at, modified_at, org_id)
      values ('grace', 'Grace', 'org_user', 0, 0, 'mapping');
    insert into portal_item (id, owner, type, title, created_at, modified_at, org_id)
      values ('map', 'grace', 'Web Map', 'Map', 0, 0, 'mapping'),
        ('layer', 'grace', 'Feature Service', 'Trees', 0, 0, 'mapping');
    insert into hosted_service (name, item_id, created_at, modified_at) values ('trees', 'layer', 0, 0);
    insert into hosted_layer (service_id, layer_id, name, table_name, wkid, definition, edited_at)
      select id, 0, 'Trees', 'trees', 4326, '{}', 0 from hosted_service`);
});
beforeEach(async () => {
  await client.query('begin');
  before = await counts();
});
afterEach(() => client.query('rollback'));
afterAll(async () => {
  client.release(true);
  await rig.drop();
});

async function counts(): Promise<Map<string, number>> {
  const { rows: found } = await client.query<{ name: string; written: number }>(
    `select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_xact_user_tables`,
  );
  return new Map(found.map(({ name, written: count }) => [name, count]));
}

/** Row versions that the test has written so far, with what a commit would add. */
async function written(table: string): Promise<number> {
  await client.query('set constraints all immediate');
  await client.query('set constraints all deferred');
  return ((await counts()).get(table) ?? 0) - (before.get(table) ?? 0);
}

/** Besides the texts of the item. */
const bytesOf = async (item: string) => {
  const { rows: found } = await client.query(
    `select charge.bytes::int - json_bytes as charged, amount.bytes::int - json_bytes as present
      from portal_charge charge join portal_item_amount amount using (item_id) join portal_item on id = item_id where item_id = $1`,
    [item],
  );
  return found[0] as { charged: number; present: number };
};

const addPhotos = () =>
  client.query(`
    insert into map_comment (id, organisation, wid, thread, text, username, author, created_at)
      select ('00000000-0000-0000-0000-' || lpad(to_hex(number), 12, '0'))::uuid, 'delft', 'map',
        '00000000-0000-0000-0000-000000000001', '', 'grace', 'Grace', 0 from generate_series(1, ${rows}) number;
    insert into map_comment_photo (comment, number, content_type, bytes, owner)
      select id, 1, 'image/png', '\\x0102', 'grace' from map_comment`);
const addAttachments = () =>
  client.query(`insert into hosted_attachment
      (service_id, layer_id, attachment_id, globalid, parent_objectid, name, content_type, size, bytes, created_at)
    select service_id, 0, number, gen_random_uuid(), number, 'a', 'text/plain', 3, '\\x010203', 0
      from hosted_layer, generate_series(1, ${rows}) number`);

describe('a charge is counted once', () => {
  test('for all photos of a thread that is deleted', async () => {
    const charged = async () => {
      const { rows: found } = await client.query(
        `select bytes::int from portal_charge where item_id = ':grace'`,
      );
      return found as { bytes: number }[];
    };
    await addPhotos();
    expect(await written('portal_charge')).toBe(1);
    expect(await charged()).toEqual([{ bytes: rows * 2 }]);
    await client.query(`delete from map_comment where id = '00000000-0000-0000-0000-000000000001'`);
    expect(await written('portal_charge')).toBe(2);
    expect(await charged()).toEqual([]);
  });

  test('for all resources of an item', async () => {
    await client.query(`insert into portal_file (owner_kind, owner_id, path, content_type, bytes, created_at)
      select 'item-resource', 'map', number::text, 'text/plain', '\\x01', 0 from generate_series(1, ${rows}) number`);
    expect(await written('portal_charge')).toBe(1);
    expect(await bytesOf('map')).toEqual({ charged: rows, present: rows });
  });

  test('for all statements that change one layer', async () => {
    for (let count = 1; count <= 20; count += 1)
      await client.query('update hosted_layer set feature_count = $1', [count]);
    expect(await written('portal_charge')).toBe(1);
  });

  test('for the definition of a layer and the texts of its service', async () => {
    const { present: without } = await bytesOf('layer');
    await client.query(`update hosted_layer set definition =
      jsonb_build_object('text', (select string_agg(md5(number::text), '') from generate_series(1, 2000) number))`);
    await client.query(`update hosted_service set description = repeat('ä', 1000)`);
    expect(await written('portal_charge')).toBe(1);
    const { charged, present } = await bytesOf('layer');
    expect(charged).toBe(present);
    expect(present).toBeGreaterThan(without + 20_000);
    await client.query(`update hosted_service set copyright = 'City'`);
    await written('portal_charge');
    expect(await bytesOf('layer')).toEqual({ charged: present + 4, present: present + 4 });
  });

  test('for the definition of tiles', async () => {
    await client.query(`
      insert into portal_item (id, owner, type, title, created_at, modified_at, org_id)
        values ('tiles', 'grace', 'Vector Tile Service', 'Tiles', 0, 0, 'mapping');
      insert into hosted_service (name, item_id, created_at, modified_at) values ('tiles', 'tiles', 0, 0);
      insert into portal_data_version (version, encoding) values ('v', 'identity');
      insert into hosted_tiles (service_id, version, bytes, part_bytes, definition)
        select id, 'v', 10, 10, jsonb_build_object('text', repeat('ab', 500)) from hosted_service where name = 'tiles'`);
    await written('portal_charge');
    const { charged, present } = await bytesOf('tiles');
    expect(charged).toBe(present);
    expect(present).toBeGreaterThan(1010);
  });

  test('and again for what a transaction changes later', async () => {
    for (const size of [1, 2, 3]) {
      await client.query(`update portal_item set size = $1 where id = 'map'`, [size]);
      await client.query(
        `insert into portal_item_upload (item_id, name, is_new, used_at, size) values ('map', 'a', false, 0, $1) on conflict (item_id) do update set size = excluded.size`,
        [size],
      );
      await written('portal_charge');
      const { charged, present } = await bytesOf('map');
      expect(charged).toBe(present);
    }
    const { rowCount } = await client.query('select from portal_charge_due');
    expect(rowCount).toBe(0);
  });
});

test('the attachments of a layer are summed once for each statement that changes many', async () => {
  const stored = async () => {
    const { rows: found } = await client.query('select attachment_bytes::int as bytes from hosted_layer');
    return found[0] as { bytes: number };
  };
  // Besides their files: rows, and names of one byte.
  const each = 301;
  await addAttachments();
  expect(await stored()).toEqual({ bytes: (3 + each) * rows });
  await client.query('update hosted_attachment set size = 4');
  expect(await stored()).toEqual({ bytes: (4 + each) * rows });
  await client.query(`update hosted_attachment set keywords = 'é', size = 2`);
  await client.query(`update hosted_attachment set content_type = 'image/png'`);
  await client.query('delete from hosted_attachment where attachment_id > 10');
  expect(await stored()).toEqual({ bytes: (4 + each) * 10 });
  expect(await written('hosted_layer')).toBe(3);
});

test('the comments of an item are counted once for each statement', async () => {
  await client.query(`insert into portal_item_comment (id, item_id, username, comment, created_at, modified_at)
    select number::text, 'map', 'grace', '', 0, 0 from generate_series(1, ${rows}) number`);
  await client.query(`delete from portal_item_comment where id <> '1'`);
  const { rows: found } = await client.query(
    `select num_comments as number from portal_item where id = 'map'`,
  );
  expect(found).toEqual([{ number: 1 }]);
  expect(await written('portal_item')).toBe(2);
});

test('only maps and scenes are looked up among the comments at places when they are deleted', async () => {
  const scans = async () => {
    const { rows: found } = await client.query<{ scans: string }>(
      `select sum(seq_scan + coalesce(idx_scan, 0)) as scans from pg_stat_xact_user_tables where relname in ('map_comment', 'map_comment_setting')`,
    );
    return Number(found[0]?.scans);
  };
  await addPhotos();
  const earlier = await scans();
  await client.query(`delete from portal_item where id = 'layer'`);
  expect(await scans()).toBe(earlier);
  await client.query(`delete from portal_item where id = 'map'`);
  const { rowCount } = await client.query('select from map_comment');
  expect(rowCount).toBe(0);
});

test('the comments at places of a map end when it becomes an item of another type', async () => {
  await addPhotos();
  await client.query(`update portal_item set type = 'Web Scene' where id = 'map'`);
  expect((await client.query('select from map_comment')).rowCount).toBe(rows);
  await client.query(`update portal_item set type = 'Web Mapping Application' where id = 'map'`);
  expect((await client.query('select from map_comment')).rowCount).toBe(0);
});
