import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { interrupted } from '../../../testing/rig/interrupted-database.ts';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { connectDatabase, type Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { type ConfigCache, createConfigCache } from './config-cache.ts';
import { saveConfig } from './organisation-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let time: number;
let cache: ConfigCache;
/** Another server on the same database. */
let other: ConfigCache;

beforeAll(async () => {
  rig = await createTestDatabase();
  database = rig.database;
});
afterAll(() => rig.drop());
beforeEach(async () => {
  time = 1_000_000;
  cache = createConfigCache(database, { now: () => time });
  other = createConfigCache(database, { now: () => time });
  await database.deleteFrom('organisation').execute();
  await saveConfig(database, 'town', { title: 'Town' }, 'test');
});

const titleOf = async (from: ConfigCache) => (await from.find('town')).config.title;

describe('config cache', () => {
  test('returns config, JSON and revision with all defaults filled in', async () => {
    const found = await cache.find('town');
    expect(JSON.parse(found.json)).toEqual(found.config);
    expect(found).toMatchObject({ revision: 1, config: { title: 'Town', theme: { primary: '#78A942' } } });
  });

  test('shows own saves at once, and saves of other processes after the documented time', async () => {
    expect(await titleOf(cache)).toBe('Town');
    expect(await titleOf(other)).toBe('Town');
    await saveConfig(database, 'town', { title: 'New' }, 'test');
    cache.forget('town');
    expect(await titleOf(cache)).toBe('New');
    expect(await titleOf(other)).toBe('Town');
    time += limits.configAgeMilliseconds;
    expect(await titleOf(other)).toBe('New');
  });

  test('returns the same object while nothing has changed', async () => {
    const first = await cache.find('town');
    time += limits.configAgeMilliseconds;
    expect(await cache.find('town')).toBe(first);
  });

  test('reads once for concurrent callers', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => cache.find('town')));
    expect(new Set(found).size).toBe(1);
  });

  test.each([
    ['confirms the config', true],
    ['reads the config', false],
  ])('does not store what a query that began before a save %s', async (_how, isKnown) => {
    let isSaving = false;
    const save = async () => {
      await saveConfig(database, 'town', { title: 'New' }, 'test');
      own.forget('town');
    };
    const reading = interrupted(database, save, () => isSaving);
    const own = createConfigCache(reading, { now: () => time });
    if (isKnown) await own.find('town');
    time += limits.configAgeMilliseconds;
    isSaving = true;
    expect(await titleOf(own)).toBe('Town');
    expect(await titleOf(own)).toBe('New');
  });

  test('distinguishes a new organisation from a deleted one of the same name', async () => {
    const before = await cache.find('town');
    await database.deleteFrom('organisation').execute();
    await saveConfig(database, 'town', { title: 'Another town' }, 'test');
    time += limits.configAgeMilliseconds;
    const after = await cache.find('town');
    expect([after.config.title, after.revision]).toEqual(['Another town', before.revision]);
    expect(after.etag).not.toBe(before.etag);
  });

  test('reports a deleted organisation', async () => {
    await cache.find('town');
    await database.deleteFrom('organisation').execute();
    time += limits.configAgeMilliseconds;
    await expect(cache.find('town')).rejects.toMatchObject({ id: 'organisation:not-found', status: 404 });
  });
});

describe('while the database is unavailable', () => {
  test('serves cached configs for a while, then reports the failure, and recovers', async () => {
    const away = connectDatabase(rig.url);
    const cut = createConfigCache(away, { now: () => time });
    await cut.find('town');
    await away.destroy();
    time += limits.configWithoutDatabaseMilliseconds - 1;
    expect((await cut.find('town')).config.title).toBe('Town');
    // A save just before, or during the outage.
    cut.forget('town');
    expect((await cut.find('town')).config.title).toBe('Town');
    time += 1;
    await expect(cut.find('town')).rejects.toThrow('driver has already been destroyed');
    await expect(createConfigCache(away, { now: () => time }).find('town')).rejects.toThrow(
      'driver has already been destroyed',
    );
  });
});
