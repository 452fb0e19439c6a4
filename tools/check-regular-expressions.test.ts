import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSlowExpressions } from './check-regular-expressions.mjs';

const faultsOf = (expression: string) =>
  findSlowExpressions('sample.ts', `const first = 1;\nexport const sample = ${expression};\n`);

test.each(['/\\/+$/', '/\\s+$/g', '/^(\\d+\\.?\\d*|\\.\\d+)$/', '/^(a+)+$/', '/^\\s*x\\s*;?\\s*$/'])(
  '%s is rejected with its line',
  (expression) => {
    expect(faultsOf(expression)).toEqual([
      `sample.ts:2: ${expression} may need quadratic time; use trimEnd, split or a stricter expression.`,
    ]);
  },
);

test.each(['/\\/$/', '/^\\/+/', '/^(\\d+(?:\\.\\d*)?|\\.\\d+)$/', '/[^a-z]+/gi', '/\\{[^{}]*\\}/g', '"/+$"'])(
  '%s is accepted',
  (expression) => {
    expect(faultsOf(expression)).toEqual([]);
  },
);

test('`npm run check:rules` runs it', () => {
  const settings = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(settings.scripts['check:rules']).toContain('tools/check-regular-expressions.mjs');
});
