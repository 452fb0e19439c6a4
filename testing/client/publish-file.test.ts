import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/database/connect.ts';
import { previewFile } from '../../server/services/uploads/preview-file.ts';
import { publishFile } from '../../server/services/uploads/publish-file.ts';
import { findService } from '../../server/services/storage/service-store.ts';
import { createTestDatabase } from '../rig/test-database.ts';

let database: Database;
let drop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await drop();
});

async function publish(name: string, content: string, serviceName = 'Trees', more = {}) {
  const file = path.join(folder, 'file');
  await writeFile(file, content);
  const progress: { stage: string; share: number; featureCount: number }[] = [];
  await publishFile(database, {
    file: { path: file, name },
    choices: {},
    service: { serviceName },
    signal: new AbortController().signal,
    onProgress: (step) => progress.push(step),
    finish: () => Promise.resolve(),
    ...more,
  });
  return progress;
}

const csv = (rows: number) => `name,lat,lon\n${Array.from({ length: rows }, (_n, i) => `Tree ${i},51.${i % 1000},71.4`).join('\n')}\n`;

describe('publishing a file', () => {
  test('makes a service of a CSV file, and says how far it is', async () => {
    const started = performance.now();
    const progress = await publish('trees.csv', csv(50_000), 'Rows');
    console.log('ms', performance.now() - started);
    const found = await findService(database, 'Rows');
    expect(found?.layers[0]).toMatchObject({ name: 'trees', featureCount: 50_000, geometryType: 'esriGeometryPoint' });
    expect(progress.map(({ share }) => share)).toEqual(progress.map(({ share }) => share).toSorted((a, b) => a - b));
    expect(progress.at(-1)).toMatchObject({ stage: 'indexing', featureCount: 50_000 });
  });

  test('leaves nothing of a file that is wrong', async () => {
    await expect(publish('a.csv', `${csv(3000)}Bad,99,71\n`)).rejects.toThrow(/Line 3002: The latitude 99/);
    expect(await findService(database, 'Trees')).toBeUndefined();
    const { rows } = await database.getExecutor().executeQuery({ sql: "select count(*)::int as n from pg_tables where schemaname='hosted'", parameters: [], query: { kind: 'RawNode' } as any, queryId: {} as any });
    expect(rows).toEqual([{ n: 1 }]);
  });
  test('preview', async () => {
    const file = path.join(folder, 'p.csv');
    await writeFile(file, csv(3));
    console.log(JSON.stringify(await previewFile({ path: file, name: 'p.csv' }, {})));
  });
});
