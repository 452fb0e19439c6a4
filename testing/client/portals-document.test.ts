import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** docs/portals.md names the tests of each capability on each portal. */
const document = readFileSync('docs/portals.md', 'utf8');
const portals = ['embedded', 'Online', 'Enterprise'] as const;

/** The cells of the table below a heading. */
function table(heading: string): string[][] {
  const [, below = ''] = document.split(`${heading}\n`);
  const lines = below.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The kind of a test, by its file. */
function kindOf(file: string): string {
  if (file.startsWith('testing/browser/')) return 'browser';
  if (file.startsWith('testing/client/')) return 'client';
  return file.endsWith('.tsx') ? 'component' : 'unit';
}

const tests = table('### The tests of each capability').map(([capability = '', where = '', test = '']) => {
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
  return { capability, portals: where === 'all' ? portals : where.split(', '), file, title };
});
const capabilities = table('## What has been tested');

test('the document has both tables', () => {
  expect([capabilities.length, tests.length].every((rows) => rows > 20)).toBe(true);
});

test.each(tests.map(({ file, title }) => [file, title]))('%s has “%s”', (file, title) => {
  const quoted = ["'", '`', '"'].map((mark) => `${mark}${title}${mark}`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  expect(quoted.some((each) => text.includes(each))).toBe(true);
});

describe.each(capabilities)('%s', (capability, ...cells) => {
  test.each(portals)('has the tests that are stated for %s', (portal) => {
    const cell = cells[portals.indexOf(portal)] ?? '';
    const stated = [...cell.matchAll(/browser|client|component|unit/g)].map(([kind]) => kind);
    const named = tests.filter((one) => one.capability === capability && one.portals.includes(portal));
    expect(new Set(named.map(({ file }) => kindOf(file)))).toEqual(new Set(stated));
    expect(stated.length > 0 || ['not tested', 'does not apply'].includes(cell)).toBe(true);
  });
});

test('no test is of a capability that the table lacks', () => {
  const known = capabilities.map(([capability]) => capability);
  expect(tests.filter(({ capability }) => !known.includes(capability))).toEqual([]);
});
