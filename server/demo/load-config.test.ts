import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import { findConfig, saveConfig } from '../application/organisations/organisation-store.ts';
import { loadConfig } from './load-config.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

const load = (name: string, title: string) => loadConfig(rig.database, { name, config: { title } });
const saved = (name: string) => findConfig(rig.database, name);

test('a new version of the demo replaces the config of the one before', async () => {
  expect(await load('town', 'Town')).toBe(true);
  expect(await load('town', 'City')).toBe(true);
  expect(await saved('town')).toMatchObject({ config: { title: 'City' }, author: 'demo' });
});

test('a config that an administrator has saved is kept', async () => {
  await load('harbour', 'Harbour');
  await saveConfig(rig.database, 'harbour', { title: 'Our harbour' }, 'ada');
  expect(await load('harbour', 'Port')).toBe(false);
  expect(await saved('harbour')).toMatchObject({ config: { title: 'Our harbour' }, author: 'ada' });
});
