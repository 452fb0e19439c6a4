import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/platform/database/connect.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { createTestDatabase } from '../rig/test-database.ts';

let databaseUrl: string;
let database: Database;
let drop: () => Promise<void>;
const runtime = path.resolve('node_modules/.bin/node');

beforeAll(async () => {
  ({ url: databaseUrl, database, drop } = await createTestDatabase());
  await createHostedLayer(
    { database },
    {
      serviceName: 'Log',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        {
          name: 'Log',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'n', type: 'esriFieldTypeInteger' }],
          features: [],
        },
      ],
    },
  );
});
afterAll(() => drop());

/** A server in its own process, which anyone may edit. */
async function start(): Promise<{ process: ChildProcess; client: ServiceClient }> {
  const child = spawn(runtime, ['testing/rig/editable-server.ts', databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { process: child, client: new ServiceClient(line) };
  }
  throw new Error('The server ended before it listened.');
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('keeps every acknowledged edit of a server killed in the middle', { timeout: 60_000 }, async () => {
  const acknowledged: number[] = [];
  let next = 0;
  for (let round = 0; round < 3; round += 1) {
    const { process: child, client } = await start();
    const enough = Promise.withResolvers<void>();
    const editors = Array.from({ length: 4 }, async () => {
      for (;;) {
        const mine = [next, next + 1];
        next += 2;
        const features = mine.map((n) => ({ attributes: { n }, geometry: { x: n % 180, y: 0 } }));
        const answer = await client
          .post('Log/FeatureServer/0/addFeatures', { features })
          .catch(() => undefined);
        if (!answer) return;
        expect(answer.addResults.map(({ success }: any) => success)).toEqual([true, true]);
        acknowledged.push(...mine);
        if (acknowledged.length > (round + 1) * 100) enough.resolve();
      }
    });
    await enough.promise;
    await kill(child);
    await Promise.all(editors);
  }
  const { process: child, client } = await start();
  const { features } = await client.get('Log/FeatureServer/0/query', {
    outFields: 'n',
    orderByFields: 'n',
    returnGeometry: false,
    resultType: 'tile',
  });
  const kept: number[] = features.map(({ attributes }: any) => attributes.n);
  const { count } = await client.get('Log/FeatureServer/0/query', { returnCountOnly: true });
  await kill(child);
  expect(acknowledged.filter((n) => !kept.includes(n))).toEqual([]);
  // Requests were applied completely or not at all, and the layer's own count agrees.
  expect(kept.filter((n) => n % 2 === 0)).toHaveLength(kept.length / 2);
  expect(count).toBe(kept.length);
});

test('keeps nothing of a service whose loading was killed', { timeout: 60_000 }, async () => {
  const child = spawn(runtime, ['testing/rig/endless-load.ts', databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (Number(line) > 20_000) break;
  }
  await kill(child);
  const { process: server, client } = await start();
  // What does not exist gets the same response as what is hidden.
  expect((await client.get('Endless/FeatureServer')).error.code).toBe(499);
  await kill(server);
});
