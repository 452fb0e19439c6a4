import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;

/** A file of a caller's size would block the event loop; those beside a module are small and read once. */
test('no file is read synchronously except those that belong to a module', () => {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['demo/**', '**/*.test.ts'] });
  expect(files.length).toBeGreaterThan(500);
  const blocking = files.filter((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return /\breadFileSync\((?!new URL\('|\s*new URL\(')/.test(text);
  });
  expect(blocking).toEqual([]);
});
