import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Every threat of the threat model names its control and an existing test. */
const testFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file));
const byName = new Map(
  testFiles.map((file) => [path.basename(file).replace(/\.(test|spec)\.tsx?$/, ''), file]),
);

const rows = readFileSync('docs/threat-model.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(2);

test('the threat model has its table', () => {
  expect(rows.length).toBeGreaterThan(25);
});

describe.each(rows)('%s', (_threat, control, tested) => {
  test('has a control and a test', () => {
    expect(control).not.toBe('');
    expect(tested).toMatch(/`[\w.-]+`/);
  });

  test('names existing tests', () => {
    // A name may be followed by part of a test title of that file.
    const named = [...(tested ?? '').matchAll(/`([^`]+)`(?:: “([^”]+)”)?/g)].map(
      ([, name = '', words = '']) => ({
        name,
        words,
      }),
    );
    expect(named.filter(({ name }) => !byName.has(name))).toEqual([]);
    const missing = named.filter(
      ({ name, words }) => !readFileSync(byName.get(name) ?? '', 'utf8').includes(words),
    );
    expect(missing).toEqual([]);
  });
});
