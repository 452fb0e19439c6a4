import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrationTypes, kinds } from '../../wire/integrations/kinds.ts';

const page = readFileSync('docs/adding-an-integration.md', 'utf8');
/** The files that the page lists to write or change, with `KIND` for the name. */
const steps = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, file]) => file ?? '');
const named = (kind: string) => steps.map((file) => file.replaceAll('KIND', kind));
const withPage = integrationTypes.filter((kind) => 'page' in kinds[kind]);
const product = ['wire', 'web', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
);

describe('docs/adding-an-integration.md', () => {
  it('needs at most eight files', () => {
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.length).toBeLessThanOrEqual(8);
  });

  it.each(withPage)('names the files of %s, and the lists that name it', (kind) => {
    const lacking = named(kind).filter((file, index) => {
      const text = readFileSync(file, 'utf8');
      const isList = !steps[index]?.includes('KIND') && file.endsWith('.ts');
      return isList ? !new RegExp(`\\b${kind}\\b`).test(text) : text === '';
    });
    expect(lacking).toEqual([]);
  });

  it.each(withPage)('names every file with special treatment of %s', (kind) => {
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
