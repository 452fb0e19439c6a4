import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const server = path.join(import.meta.dirname, '../..');

/** Statements only, which take no place of a class; each is one of its kind at a time, or of the size of the request that causes it. */
const withoutSender = [
  'application/organisations/config-cache.ts',
  'gis/feature-server/append/append-source.ts',
  'platform/budgets/rate-counter.ts',
  'portal/organisation/portal-organisations.ts',
  'portal/quotas/upload-time-store.ts',
  'portal/request/content-responses.ts',
];

test('only statements run without a sender: work in a class would take the turns of everybody', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: server })) {
    if (file.endsWith('.test.ts') || file === 'platform/budgets/requester.ts') continue;
    const source = readFileSync(path.join(server, file), 'utf8');
    if (/withoutRequester\(|asRequester\(undefined/.test(source)) found.push(file);
  }
  expect(found.toSorted()).toEqual(withoutSender);
});
