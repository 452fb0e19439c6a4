import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrationTypes, kinds } from '../../wire/integrations/kinds.ts';

const page = readFileSync('docs/adding-an-integration.md', 'utf8');
/** The files that the page says to write or change, with `KIND` for the name. */
const steps = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, file]) => file ?? '');
const named = (kind: string) => steps.map((file) => file.replaceAll('KIND', kind));
const withPage = integrationTypes.filter((kind) => 'page' in kinds[kind]);
const product = ['wire', 'web', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
);

describe('docs/adding-an-integration.md', () => {
  it('takes at most eight files', () => {
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.length).toBeLessThanOrEqual(8);
  });

  it.each(withPage)('names the files of %s', (kind) => {
    for (const [index, file] of named(kind).entries())
      if (steps[index]?.includes('KIND') || file.endsWith('.json'))
        expect(readFileSync(file, 'utf8'), file).not.toBe('');
      else expect(readFileSync(file, 'utf8'), file).toMatch(new RegExp(`\\b${kind}\\b`));
  });

  it.each(withPage)('names every file that treats %s apart', (kind) => {
    const own = [`web/integrations/${kind}/`, `server/application/integrations/${kind}/`, 'server/demo/'];
    const apart = product.filter(
      (file) =>
        new RegExp(`(?:===|!==|case) '${kind}'|^ +'?${kind}'?:`, 'm').test(readFileSync(file, 'utf8')) &&
        !named(kind).includes(file) &&
        !own.some((folder) => file.startsWith(folder)),
    );
    expect(apart).toEqual([]);
  });
});
