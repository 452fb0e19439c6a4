import { describe, expect, test } from 'vitest';
// @ts-expect-error A plain script, without types.
import { findBrokenReferences } from './check-citations.mjs';

const repository = {
  'docs/limits.md': '# Limits\n\n## Bodies & files\n\n## Quotas\n\n## Quotas\n\n```sh\n# no heading\n```\n',
  'docs/decisions/0002-embedded-postgres.md': '# The embedded `PostgreSQL`\n',
  'README.md': '# Mapping\n',
  'server/limits.ts': 'export const limits = {};\n',
};

/** Faults found in one more file of that repository. */
function check(file: string, text: string): string[] {
  const texts = new Map(Object.entries({ ...repository, [file]: text }));
  return findBrokenReferences(texts, texts.keys());
}

describe('in code', () => {
  test.each([
    '// docs/limits.md has the numbers.',
    '/** The numbers (docs/limits.md#bodies--files; docs/limits.md#quotas-1). */',
    '// See limits.md and decision 0002 (docs/decisions/0002-embedded-postgres.md).',
    '// RFC 6749, section 4.1',
    '/** Numbers (server/limits.ts), of which limits.ts has all; see *-store.ts and https://a.example/b.ts. */',
    "import { a } from './missing.ts';",
    'const files = ["notes.md", \'readme.md\'];',
    '// https://github.com/maplibre/maplibre-gl-js/blob/main/DEVELOPING.md',
  ])('accepts a reference to what exists: %s', (line) => {
    expect(check('server/a.ts', line)).toEqual([]);
  });

  test.each([
    ['/** As listed in docs/missing.md. */', 'docs/missing.md'],
    ['/** Sign-in (plans.md, Sign-in). */', 'plans.md'],
    ['// docs/limits.md#no-heading', '#no-heading'],
    ['// docs/decisions/0099-nothing.md', 'docs/decisions/0099-nothing.md'],
    ['const a = 1; // as in server/missing.ts', 'server/missing.ts'],
    [' * Drains it (drain.ts).', 'drain.ts'],
    ['// decisions 0002 and 0099', 'decision 0099'],
    ['// docs/decisions/0099', 'decision 0099'],
    ["readFileSync('docs/missing.md')", 'docs/missing.md'],
    ['// RFC 6749 \u00a74.1', 'section'],
    ["it('has the values of the\u0020spec')", 'specification'],
  ])('reports a reference to what does not exist: %s', (line, named) => {
    expect(check('server/a.ts', `export {};\n${line}\n`)).toEqual([
      expect.stringMatching(new RegExp(`^server/a\\.ts:2: .*${named.replaceAll('.', '\\.')}`)),
    ]);
  });
});

describe('in documents', () => {
  test.each([
    '[limits](limits.md#quotas), [home](../README.md) and [here](#a-heading)\n\n## A *heading*',
    '[the server](../server/), [decision 0002](decisions/0002-embedded-postgres.md)',
    '[Esri][esri]\n\n[esri]: https://developers.arcgis.com/',
    '`[not](a-link.html)` is code, and so is\n\n```\n[this](too.html)\n```',
  ])('accepts a link to what exists: %j', (text) => {
    expect(check('docs/guide.md', text)).toEqual([]);
  });

  test.each([
    ['[limits](limits.html)', 'docs/limits.html'],
    ['[limits](limits.md#no-heading)', '#no-heading'],
    ['[here](#no-heading)', '#no-heading'],
    ['[server](../server/gone.ts)', 'server/gone.ts'],
    ['[the text][label]', 'label'],
    ['[label]: ../gone.html', 'gone.html'],
    ['![picture](images/gone.webp)', 'images/gone.webp'],
    ['More is in `plans.md`.', 'plans.md'],
  ])('rejects a link to what does not exist: %s', (text, named) => {
    expect(check('docs/guide.md', text)).toEqual([expect.stringContaining(named)]);
  });
});

test('this repository passes every check', async () => {
  const { default: settings } = await import('../package.json', { with: { type: 'json' } });
  expect(settings.scripts['check:rules']).toContain('tools/check-citations.mjs');
});

describe('tables that are looked up by their first column', () => {
  const table = '| limit | value |\n| --- | --- |\n| rows | 5 |\n| people | 6 |\n';

  test.each(['docs/limits.md', 'docs/threat-model.md'])('have one row for each thing: %s', (file) => {
    expect(check(file, `${table}| rows  | 7 |\n`)).toEqual([
      `${file}:5: has the same first column as line 3: “rows”.`,
    ]);
  });

  test('may name what another table names, and continue a row', () => {
    expect(check('docs/limits.md', `${table}|  | 7 |\n|  | 8 |\n\n${table}`)).toEqual([]);
    expect(check('docs/portals.md', `${table}| rows | 7 |\n`)).toEqual([]);
  });
});
