import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { runs } from '../../../testing/rig/long.ts';
import { shapeFault } from './json-shape.ts';
import { cut, storedJson, storedText } from './stored-text.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

/** Any text that JSON of a caller may have. */
const text = fc.string({ unit: fc.constantFrom('\0', '\ud83d', '\ude00', '😀', '\\u0000', 'a', '"', '\\') });

describe('JSON of callers', () => {
  test('is stored, whatever its texts', async () => {
    const value = fc.jsonValue({ stringUnit: 'binary' });
    const given = fc.oneof(value, fc.dictionary(text, fc.array(text)));
    await fc.assert(
      fc.asyncProperty(given, async (each) => {
        const { rows } = await sql<{ stored: unknown }>`select ${storedJson(each)}::jsonb as stored`.execute(
          rig.database,
        );
        expect(shapeFault(rows[0]?.stored)).toBeUndefined();
      }),
      { numRuns: runs(50, 500) },
    );
  });

  test('that can be stored is not changed', () => {
    const given = { 'é😀': ['\\u0000', 'a\\ud83d', '\u0001', null, 1.5, { __proto__x: true }] };
    expect(storedJson(given)).toBe(JSON.stringify(given));
  });

  test('loses only what cannot be stored', () => {
    expect(JSON.parse(storedJson({ 'a\0b': ['c\ud83d', { d: '😀\0' }], e: 1 }))).toEqual({
      ab: ['c\ufffd', { d: '😀' }],
      e: 1,
    });
  });
});

test('text is stored, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      const { rows } = await sql<{ stored: string }>`select ${storedText(each)}::text as stored`.execute(
        rig.database,
      );
      expect(rows[0]?.stored).toBe(storedText(each));
    }),
    { numRuns: runs(20, 200) },
  );
});

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['😀😀', 2, '😀'],
])('%s in %d units is %s', (whole, most, beginning) => {
  expect(cut(whole, most)).toBe(beginning);
});

/** Stores that write JSON into other columns than `jsonb`, and why. */
const others: Readonly<Record<string, string>> = {
  'application/integrations/credentials/credential-store.ts': 'sealed',
  'gis/storage/append-store.ts': 'compared',
  'gis/storage/service-list-store.ts': 'a key in memory',
  'gis/storage/waiting-file-store.ts': 'text',
  'operator/backup/backup-store.ts': 'a file',
  'platform/audit/audit-store.ts': 'hashed',
  'platform/database/notification-store.ts': 'a notification',
  'portal/community/invitations/invitation-store.ts': 'text',
  'portal/identity/known-network-store.ts': 'hashed',
  'portal/identity/provider/provider-store.ts': 'sealed to it',
  'portal/identity/try-limiter-store.ts': 'hashed',
};

test('stores write JSON by storedJson', () => {
  const folder = path.resolve(import.meta.dirname, '../..');
  const files = globSync('**/*-store.ts', { cwd: folder });
  expect(files.length).toBeGreaterThan(80);
  const writers = files.filter((file) =>
    readFileSync(path.join(folder, file), 'utf8').includes('JSON.stringify'),
  );
  expect(writers.toSorted()).toEqual(Object.keys(others).toSorted());
});
