import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;

/** A deletion of rows older than a time, and what bounds it. */
const deletes = /deleteFrom\(|delete from/;
const byAge = /'\w*(?:_at|until|day|minute)', '<=?'|\b(?:\w+_at|until|day|minute|at) <=? \$\{/;
const bounded = /limit \$\{|\.limit\(/;

/** Bounded by what they delete from. */
const few = [/* one row per day */ 'usage_key'];

/** After a pause, or a busy month, a statement would delete millions of rows within a request, or longer than a statement may take. */
test('what has expired is deleted by statements that have a limit', () => {
  const files = globSync('**/*-store.ts', { cwd: folder, exclude: ['demo/**'] });
  expect(files.length).toBeGreaterThan(100);
  const unbounded = files.flatMap((file) => {
    const statements = readFileSync(path.join(folder, file), 'utf8').split(/;\n/);
    return statements
      .filter((text) => deletes.test(text) && byAge.test(text) && !bounded.test(text))
      .filter((text) => !few.some((table) => text.includes(`'${table}'`)))
      .map((text) => `${file}: ${text.trim()}`);
  });
  expect(unbounded).toEqual([]);
});
