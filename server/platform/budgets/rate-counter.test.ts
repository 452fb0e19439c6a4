import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock, minute, second } from '../../../testing/rig/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { connectDatabase } from '../database/connect.ts';
import { createRateCounter } from './rate-counter.ts';

let rig: TestDatabase;
const clock = createClock();

beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

const allowed = (waits: readonly number[]) => waits.filter((wait) => wait === 0).length;
const stored = () => rig.database.selectFrom('rate_count').selectAll().execute();

test('counts requests of all processes together, exactly while counts are small', async () => {
  const processes = [0, 1, 2].map(() => createRateCounter(rig.database, clock.now));
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_none, index) => processes[index % 3]?.take('ada', 10) ?? 0),
  );
  expect(allowed(waits)).toBe(10);
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(60);
  expect(await processes[0]?.take('grace', 10)).toBe(0);
});

test('reports the end of a number without counting, with what other processes had counted by the last own one', async () => {
  const [one, other] = [
    createRateCounter(rig.database, clock.now),
    createRateCounter(rig.database, clock.now),
  ];
  await one.take('eve', 3);
  expect([one.wait('eve', 3), one.wait('eve', 3), one.wait('eve', 3)]).toEqual([0, 0, 0]);
  await one.take('eve', 3);
  await other.take('eve', 3);
  expect([one.wait('eve', 3), other.wait('eve', 3) > 0, other.wait('eve', 4)]).toEqual([0, true, 0]);
  expect(await one.take('eve', 3)).toBeGreaterThan(0);
  expect(one.wait('eve', 3)).toBeGreaterThan(0);
});

test('counts the size of a request, all of it or nothing', async () => {
  const [one, other] = [
    createRateCounter(rig.database, clock.now),
    createRateCounter(rig.database, clock.now),
  ];
  expect(await one.take('ida', 10, 6)).toBe(0);
  expect(await one.take('ida', 10, 5)).toBeGreaterThan(0);
  expect(await one.take('ida', 10, 4)).toBe(0);
  expect(await other.take('ida', 10, 1)).toBeGreaterThan(0);
});

test('starts a new minute at zero, and forgets the previous one', async () => {
  const rates = createRateCounter(rig.database, clock.now);
  expect(await rates.take('olga', 1)).toBe(0);
  expect(await rates.take('olga', 1)).toBeGreaterThan(0);
  clock.advance(minute);
  expect(await rates.take('olga', 1)).toBe(0);
  const current = Math.floor(clock.now() / minute);
  await expect
    .poll(async () => new Set((await stored()).map((row) => row.minute)))
    .toEqual(new Set([current]));
});

test('makes few statements for many requests', async () => {
  clock.advance(minute);
  let statements = 0;
  const counted = connectDatabase(rig.url, {
    slow: {
      milliseconds: 0,
      notify: ({ sql }) => void (statements += sql.includes('insert into rate_count') ? 1 : 0),
    },
  });
  const [one, other] = [createRateCounter(counted, clock.now), createRateCounter(counted, clock.now)];
  const burst = () => Promise.all(Array.from({ length: 1000 }, () => one.take('address', 5000)));
  expect(allowed(await burst())).toBe(1000);
  await expect.poll(async () => (await stored()).map(({ count }) => count)).toEqual([1000]);
  await expect.poll(() => statements).toBe(1);
  // Another process sees them with its first exchange.
  expect(await other.take('address', 5000)).toBe(0);
  // Stored before the other process has the answer.
  await expect.poll(() => other.take('address', 1001)).toBeGreaterThan(0);
  await counted.destroy();
});

test('counts by process without the database', async () => {
  clock.advance(minute);
  const nowhere = connectDatabase('postgres://nobody@127.0.0.1:9/nothing');
  const rates = createRateCounter(nowhere, clock.now);
  const waits: number[] = [];
  for (let index = 0; index < 5; index++) waits.push(await rates.take('ada', 3));
  expect(waits.map((wait) => wait === 0)).toEqual([true, true, true, false, false]);
  await nowhere.destroy();
});

test('counts by the day too, of all processes together', async () => {
  const [one, other] = [
    createRateCounter(rig.database, clock.now),
    createRateCounter(rig.database, clock.now),
  ];
  expect(await one.takeOfDay('reports', 2)).toBe(0);
  clock.advance(minute);
  // Another minute begins, and forgets those before.
  expect(await one.take('reports', 1)).toBe(0);
  expect(await other.takeOfDay('reports', 2)).toBe(0);
  const wait = await one.takeOfDay('reports', 2);
  expect(wait).toBeGreaterThan(0);
  clock.advance(wait * second);
  expect(await one.takeOfDay('reports', 2)).toBe(0);
});

test('counts sizes by the day, without those that are refused', async () => {
  const rates = createRateCounter(rig.database, clock.now);
  expect(await rates.takeOfDay('bytes', 100, 60)).toBe(0);
  expect(await rates.takeOfDay('bytes', 100, 60)).toBeGreaterThan(0);
  expect(await rates.takeOfDay('bytes', 100, 40)).toBe(0);
  expect(await rates.takeOfDay('bytes', 100, 2)).toBeGreaterThan(0);
});

test('never stores a count above the limit of the day, which others would see', async () => {
  await sql`create table seen_count (count integer)`.execute(rig.database);
  await sql`create function note_count() returns trigger language plpgsql as
    'begin insert into seen_count values (new.count); return null; end'`.execute(rig.database);
  await sql`create trigger note_count after insert or update on rate_count
    for each row execute function note_count()`.execute(rig.database);
  const rates = createRateCounter(rig.database, clock.now);
  await rates.takeOfDay('photos', 100, 60);
  const waits = [await rates.takeOfDay('photos', 100, 60), await rates.takeOfDay('other photos', 100, 101)];
  await sql`drop function note_count cascade`.execute(rig.database);
  expect(waits.every((wait) => wait > 0)).toBe(true);
  const { rows } = await sql<{ count: number }>`select count from seen_count`.execute(rig.database);
  expect(rows).toEqual([{ count: 60 }]);
});

test('tells the wait of a day without counting, and counts within no limit', async () => {
  const rates = createRateCounter(rig.database, clock.now);
  expect(await rates.takeOfDay('room', Infinity, 2_000_000_000)).toBe(0);
  for (let asked = 0; asked < 3; asked++) expect(await rates.waitOfDay('room', 2_000_000_100, 100)).toBe(0);
  expect(await rates.waitOfDay('room', 2_000_000_100, 101)).toBeGreaterThan(0);
  expect(await rates.waitOfDay('room', Infinity)).toBe(0);
  expect(await rates.takeOfDay('room', 2_000_000_000, 2_000_000_000)).toBeGreaterThan(0);
  expect(await rates.waitOfDay('never', -1)).toBeGreaterThan(0);
});

test('stores no names of callers', async () => {
  const rates = createRateCounter(rig.database, clock.now);
  await rates.take('account ada', 10);
  expect(JSON.stringify(await stored())).not.toContain('ada');
  clock.advance(second);
});
