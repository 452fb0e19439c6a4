import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, locksWaitedFor, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { deleteExpiredResults, deleteUnfinishedResult, saveJobResult } from './job-result-store.ts';
import { addReplica, deleteExpiredReplicas, deleteReplica, type ReplicaDefinition } from './replica-store.ts';

/** What members store with services of others is charged to them: offline copies, and the results of jobs. */
let rig: TestDatabase;
let serviceId: number;
const now = Date.UTC(2026, 5, 1);
const day = 86_400_000;

beforeAll(async () => {
  rig = await createTestDatabase();
  const { database } = rig;
  await sql`insert into portal_organisation (id, url_key, settings, created_at) values ('city', 'city', '{}', 0), ('port', 'port', '{}', 0)`.execute(
    database,
  );
  await sql`insert into portal_user (username, full_name, role, created_at, modified_at, org_id)
    values ('grace', 'Grace', 'org_user', 0, 0, 'city'), ('owner', 'Owner', 'org_user', 0, 0, 'city')`.execute(
    database,
  );
  const { rows } = await sql<{ id: number }>`insert into hosted_service (name, created_at, modified_at)
    values ('trees', 0, 0) returning id`.execute(database);
  serviceId = rows[0]!.id;
});
afterAll(() => rig.drop());
beforeEach(async () => {
  await sql`delete from hosted_replica`.execute(rig.database);
  await sql`delete from hosted_job_result`.execute(rig.database);
  await sql`delete from portal_quota`.execute(rig.database);
});

const used = async (key = 'grace') => {
  const { rows } = await sql<{ bytes: number; items: number }>`select bytes::int as bytes, items::int as items
    from portal_usage where key = ${key}`.execute(rig.database);
  return rows[0] ?? { bytes: 0, items: 0 };
};
const limit = (bytes: number) =>
  sql`insert into portal_quota (org_id, person_bytes) values ('city', ${bytes})`.execute(rig.database);

/** Random text, which is stored as long as it is. */
const random = () => Array.from({ length: 400 }, () => crypto.randomUUID()).join('');
const copy = async (owner = 'grace') => {
  const id = crypto.randomUUID();
  const definition: ReplicaDefinition = {
    layers: [],
    space: { geometry: random() },
    wkid: null,
    attachments: 'none',
    attachmentsByUrl: true,
  };
  await addReplica(rig.database, serviceId, { id, owner, name: 'Trees', definition }, now, () => {});
  return id;
};
async function* chunks() {
  yield random();
}
const result = (job: string) =>
  saveJobResult(
    rig.database,
    { job, serviceId, owner: 'grace', layerIds: [0], needsSync: true },
    chunks(),
    () => now,
    async () => {},
  );

test('an offline copy is charged to who makes it and to their organisation, until it is deleted', async () => {
  const first = await copy();
  const { bytes, items } = await used();
  expect(bytes).toBeGreaterThan(8000);
  expect(items).toBe(0);
  expect(await used('city')).toEqual({ bytes, items: 0 });
  await copy();
  await deleteReplica(rig.database, first);
  expect((await used()).bytes).toBeLessThan(2 * bytes);
  await deleteExpiredReplicas(rig.database, now + 1000 * day);
  expect([await used(), await used('city')]).toEqual([
    { bytes: 0, items: 0 },
    { bytes: 0, items: 0 },
  ]);
});

test('is refused beyond the quota', async () => {
  await copy();
  await limit((await used()).bytes + 1);
  await expect(copy()).rejects.toThrow(expect.objectContaining({ code: 'MQ001' }));
  expect(await sql`select from hosted_replica`.execute(rig.database)).toHaveProperty('rows.length', 1);
});

test('the result of a job is charged while it is stored', async () => {
  await result('first');
  const { bytes } = await used();
  expect(bytes).toBeGreaterThan(5000);
  await limit(bytes + 1);
  await expect(result('second')).rejects.toThrow(expect.objectContaining({ code: 'MQ001' }));
  for (const job of ['first', 'second']) await deleteUnfinishedResult(rig.database, job);
  expect((await used()).bytes).toBe(bytes);
  await sql`delete from portal_quota`.execute(rig.database);
  await result('third');
  await deleteExpiredResults(rig.database, now + 2 * day);
  expect((await used()).bytes).toBe(0);
});

test('of several organisations are deleted at once in any order without a deadlock', async () => {
  const { database } = rig;
  await sql`insert into portal_user (username, full_name, role, created_at, modified_at, org_id)
    values ('sailor', 'Sailor', 'org_user', 0, 0, 'port')`.execute(database);
  const owners = ['grace', 'sailor'];
  for (let round = 0; round < 5; round += 1) {
    const ids = { grace: [await copy(), await copy()], sailor: [await copy('sailor'), await copy('sailor')] };
    const holder = await database.startTransaction().execute();
    await sql`select from portal_usage where scope = 'organisation' for update`.execute(holder);
    const deletions = [owners, owners.toReversed()].map((order, number) =>
      database.transaction().execute(async (transaction) => {
        for (const owner of order as (keyof typeof ids)[])
          await deleteReplica(transaction, ids[owner][number]!);
      }),
    );
    const ended = Promise.all(deletions);
    ended.catch(() => {});
    await vi.waitFor(async () => expect(await locksWaitedFor(database)).toBe(2));
    await holder.commit().execute();
    await ended;
  }
  expect(
    [await used(), await used('sailor'), await used('city'), await used('port')].map(({ bytes }) => bytes),
  ).toEqual([0, 0, 0, 0]);
});

test('they move to another organisation with their owner, and end with them', async () => {
  await copy();
  const { bytes } = await used();
  await sql`update portal_user set org_id = 'port' where username = 'grace'`.execute(rig.database);
  expect([(await used('city')).bytes, (await used('port')).bytes]).toEqual([0, bytes]);
  await sql`delete from portal_user where username = 'grace'`.execute(rig.database);
  expect([(await used()).bytes, (await used('port')).bytes]).toEqual([0, 0]);
});

test('deleted attachments whose ids the history of a layer stores count for it until the history is deleted', async () => {
  const { database } = rig;
  await sql`insert into hosted_layer (service_id, layer_id, name, table_name, wkid, definition, edited_at)
    values (${serviceId}, 0, 'Trees', 'trees', 4326, '{"archive": {}}', 0)`.execute(database);
  const stored = async () => {
    const { rows } = await sql<{
      bytes: number;
    }>`select attachment_bytes::int as bytes from hosted_layer`.execute(database);
    return rows[0]!.bytes;
  };
  await sql`insert into hosted_attachment (service_id, layer_id, attachment_id, globalid, parent_objectid, name, content_type, size, bytes, created_at)
    select ${serviceId}, 0, number, gen_random_uuid(), 1, 'a', 'text/plain', 0, '', 0 from generate_series(1, 3) as number`.execute(
    database,
  );
  expect(await stored()).toBe(3 * (300 + 'a'.length));
  await sql`delete from hosted_attachment`.execute(database);
  expect(await stored()).toBe(300);
  await sql`delete from hosted_attachment_deletion`.execute(database);
  expect(await stored()).toBe(0);
});
