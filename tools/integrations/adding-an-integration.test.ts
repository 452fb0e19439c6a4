import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrationTypes, kinds } from '../../integration-kinds/definitions.ts';

const page = readFileSync('docs/adding-an-integration.md', 'utf8');
/** The files that the page lists to write or change, with `KIND` for the name. */
const steps = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, file]) => file ?? '');
const named = (kind: string) => steps.map((file) => file.replaceAll('KIND', kind));
const withPage = integrationTypes.filter((kind) => 'page' in kinds[kind]);
const product = ['wire', 'web', 'server', 'integration-kinds'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
);

describe('docs/adding-an-integration.md', () => {
  it('needs one folder and one line for each side, at most eight files', () => {
    const own = steps.filter((file) => file.startsWith('integration-kinds/KIND/'));
    const lists = steps.filter((file) => /^integration-kinds\/\w+\.ts$/.test(file));
    expect([own.length, lists.length]).toEqual([5, 3]);
    expect(steps).toEqual([...own, ...lists]);
  });

  it.each(withPage)('names the files of %s, and the lists that name it', (kind) => {
    const lacking = named(kind).filter((file, index) => {
      const text = readFileSync(file, 'utf8');
      const isList = !steps[index]?.includes('KIND');
      return isList ? !new RegExp(`^import .+ from './${kind}/`, 'm').test(text) : text === '';
    });
    expect(lacking).toEqual([]);
  });

  it.each(withPage)('names every file with special treatment of %s', (kind) => {
    const own = [`integration-kinds/${kind}/`, 'server/demo/'];
    const apart = product.filter(
      (file) =>
        new RegExp(`(?:===|!==|case) '${kind}'|^ +'?${kind}'?:`, 'm').test(readFileSync(file, 'utf8')) &&
        !named(kind).includes(file) &&
        !own.some((folder) => file.startsWith(folder)),
    );
    expect(apart).toEqual([]);
  });
});
