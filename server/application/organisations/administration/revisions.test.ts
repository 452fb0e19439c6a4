import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { appConfigSchema } from '../../../../wire/app-config.ts';
import { limits } from '../../../limits.ts';
import { revisionTag } from '../config-cache.ts';
import {
  findPicture,
  findRevision,
  findSavedRevision,
  saveConfig,
  savePicture,
} from '../organisation-store.ts';
import { replaceConfig } from './replace-config.ts';
import { listRevisions } from './revisions.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());
beforeEach(() => rig.database.deleteFrom('organisation').execute());
afterEach(() => {
  vi.restoreAllMocks();
});

const save = (config: object) => saveConfig(rig.database, 'town', config, 'ada');

describe('the list of revisions', () => {
  test('reads each config once, and one in a turn of the event loop', async () => {
    for (let count = 0; count < 22; count += 1) await save({ title: `T${count}` });
    let turn = 0;
    let done = false;
    const turns: number[] = [];
    const parse = appConfigSchema.parse;
    vi.spyOn(appConfigSchema, 'parse').mockImplementation((given) => {
      turns.push(turn);
      return parse(given);
    });
    const count = () => {
      turn += 1;
      if (!done) setImmediate(count);
    };
    count();
    await listRevisions(rig.database, 'town', undefined);
    done = true;
    // Of a page of twenty, and of the one before them.
    expect(turns).toHaveLength(21);
    expect(new Set(turns).size).toBeGreaterThanOrEqual(20);
  });

  test('ends a page of large changes early', async () => {
    const settings = (value: string) => ({
      integrations: [
        { id: 'a', type: 'extension', title: 'A', url: 'https://a.example', config: { settings: { value } } },
      ],
    });
    for (let count = 0; count < 12; count += 1)
      await save(settings(`${count}`.repeat(200_000).slice(0, 200_000)));
    const { revisions, next } = await listRevisions(rig.database, 'town', undefined);
    expect(JSON.stringify(revisions).length).toBeLessThan(2 * limits.pageBytes);
    expect(next).toBe(revisions.at(-1)?.revision);
    const rest = await listRevisions(rig.database, 'town', next);
    expect(rest.revisions[0]?.revision).toBe((next ?? 0) - 1);
  });
});

test('a save compares configs before it locks the organisation', async () => {
  await save({ title: 'A' });
  const revision = await findRevision(rig.database, 'town');
  const statements: string[] = [];
  const recorded = rig.database.withPlugin({
    transformQuery({ node }) {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await replaceConfig(recorded, {
    organisation: 'town',
    author: 'ada',
    tag: revisionTag('town', revision as never),
    config: appConfigSchema.parse({ title: 'B' }),
  });
  const lock = statements.findIndex((each) => each.includes('ForNoKeyUpdate'));
  expect(lock).toBeGreaterThanOrEqual(0);
  expect(statements.slice(lock).filter((each) => each.startsWith('{"kind":"SelectQueryNode"'))).toHaveLength(
    1,
  );
});

describe('what an organisation stores of its past is bounded', () => {
  test('to the last revisions', async () => {
    await save({ title: 'A' });
    await rig.database.updateTable('organisation').set({ revision: limits.configRevisions }).execute();
    await save({ title: 'B' });
    expect(await findSavedRevision(rig.database, 'town', 1)).toBeUndefined();
    expect(await findSavedRevision(rig.database, 'town', limits.configRevisions + 1)).toBeDefined();
    // What is older was deleted, so that its changes are unknown.
    expect((await listRevisions(rig.database, 'town', undefined)).revisions).toEqual([]);
  });

  test('to the pictures that these name, and the newest others', async () => {
    const store = (hash: string, created_at: number) =>
      savePicture(rig.database, {
        organisation: 'town',
        hash,
        content_type: 'image/png',
        bytes: Buffer.from('x'),
        created_at,
      });
    await save({ portal: { customLogo: '/api/town/pictures/named' } });
    await save({});
    await store('named', 0);
    for (let count = 0; count <= limits.unsavedPictures; count += 1) await store(`other-${count}`, count + 1);
    const kept = async (hash: string) => (await findPicture(rig.database, 'town', hash)) !== undefined;
    expect([await kept('named'), await kept('other-0'), await kept('other-1')]).toEqual([true, false, true]);
  });
});
