import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { appConfigSchema } from '../../wire/app-config.ts';
import { apiCells } from '../rig/walls/other-cells.ts';

/** The documents name every setting and every address of the program, and none that does not exist. */
const read = (file: string) => readFileSync(file, 'utf8');

/** First cells of the rows of all tables of a document, without their heads. */
function rowsOf(file: string): string[][] {
  const lines = read(file).split('\n');
  return lines
    .filter(
      (line, index) =>
        line.startsWith('|') && !/^\|[\s:|-]+$/.test(line) && !/^\|[\s:|-]+$/.test(lines[index + 1] ?? ''),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

/** The code in the lines of a document, without its marks. */
function spansOf(file: string): string[] {
  return read(file)
    .split('\n')
    .flatMap((line) => line.split('`').filter((_part, index) => index % 2 === 1));
}

/** Environment variables that a program sets for another one of its own, or that others define, and why they need no row. */
const ofOthers: Readonly<Record<string, string>> = {
  CI: 'set by services that run tests',
  NODE_ENV: 'replaced when the service worker is built',
  PATH: 'of the system',
  TMPDIR: 'of the system',
  SUPPRESS_NO_CONFIG_WARNING: 'of a package that a benchmark compares with',
  RECORD_OPERATIONS: 'set by npm run record:clients',
  HOSTILE_REQUESTS: 'set by npm run test:hostile',
  HOSTILE_ROUTE: 'set by npm run test:hostile',
  UNCAUGHT_ERRORS_FILE: 'set by npm test',
  STAND_IN_CERTIFICATE: 'set by tests for their servers',
  STAND_IN_HOSTS: 'set by tests for their servers',
  STAND_IN_PORT: 'set by tests for their servers',
  TEST_DATA_DIR: 'set by the browser tests for their workers',
  TEST_DATA_DIRS: 'set by the browser tests for their workers',
  TEST_LONG: 'set by npm run test:long',
  TEST_PARALLEL_INDEX: 'set by Playwright',
};

test('every environment variable that the program or its tools read is documented, and no other', () => {
  const folders = ['server', 'web', 'wire', 'tools', 'testing', 'integration-kinds', 'analysis'];
  const files = [
    'vite.config.ts',
    'vitest.config.ts',
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    ),
  ].filter((file) => /\.(tsx?|m?js)$/.test(file) && !file.includes('node_modules'));
  const used = files.flatMap((file) =>
    [...read(file).matchAll(/(?:process|import\.meta)\.env\??(?:\.|\[['"])([A-Z][A-Z_]+)\b/g)].map(
      ([, name = '']) => name,
    ),
  );
  const declared = [...read('server/environment.ts').matchAll(/^ {2}([A-Z][A-Z_]+): [a-z]/gm)].map(
    ([, name = '']) => name,
  );
  expect(declared.length).toBeGreaterThan(15);
  const documents = ['docs', '.'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  );
  const spans = documents.flatMap((file) => spansOf(file));
  const assigned = spans.flatMap((span) =>
    [...span.matchAll(/(?:^| )([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name),
  );
  const documented = new Set([...spans, ...assigned]);
  const all = [...new Set([...used, ...declared])].filter((name) => name !== 'DEV' && name !== 'PROD');
  expect(all.filter((name) => !(name in ofOthers) && !documented.has(name))).toEqual([]);
  // Other documents have names in capitals that are not variables, such as functions of SQL.
  const listed = [
    ...rowsOf('docs/operation.md').map(([name = '']) => name),
    ...spansOf('CONTRIBUTING.md'),
  ].filter((name) => /^[A-Z][A-Z_]+$/.test(name));
  expect(listed.length).toBeGreaterThan(30);
  expect([...new Set([...listed, ...assigned])].filter((name) => !all.includes(name))).toEqual([]);
  expect(Object.keys(ofOthers).filter((name) => !all.includes(name))).toEqual([]);
});

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** Names of the values of a schema, such as `portal.url`, and `integrations[].id` of each in a list. */
function keysOf(schema: JsonSchema, path = ''): string[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, part]) =>
      keysOf(part, path === '' ? key : `${path}.${key}`),
    );
  return schema.items?.properties ? keysOf(schema.items, `${path}[]`) : [path];
}

test('every key of the configuration has a row in docs/configuration.md', () => {
  const schema = z.toJSONSchema(appConfigSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const rows = rowsOf('docs/configuration.md').map(([key]) => key);
  expect(rows.toSorted()).toEqual(keysOf(schema).toSorted());
});

test('every address of the API has a row in docs/api.md', () => {
  // `organisation-walls.test.ts` compares these with the routes of the server.
  const addresses = Object.keys(apiCells)
    .filter((row) => row.includes(' /api/'))
    .map((row) => row.replaceAll(/:(\w+)/g, '{$1}'));
  const rows = rowsOf('docs/api.md').map(([method, address]) => `${method} ${address}`);
  expect(rows.toSorted()).toEqual(addresses.toSorted());
});
