import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asWork } from '../../server/platform/database/current-work.ts';
import { Parameters } from '../../server/platform/arcgis/parameters.ts';
import { geocodeAddresses } from '../../server/gis/geocode/operations/geocode-addresses.ts';
import { freePort } from '../rig/free-port.ts';
import { startServerProcess } from '../rig/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

test('fails a batch of addresses as a whole, without unhandled rejections', async () => {
  const stray: unknown[] = [];
  const note = (error: unknown) => stray.push(error);
  process.on('unhandledRejection', note);
  const records = Array.from({ length: 4 }, (_none, OBJECTID) => ({
    attributes: { OBJECTID, SingleLine: `Main Street ${OBJECTID}` },
  }));
  const parameters = new Parameters({ addresses: JSON.stringify({ records }) });
  const { database } = rig;
  // Each statement fails before it starts, as after the deadline.
  const signal = AbortSignal.abort(new Error('too late'));
  const answer = asWork({ signal }, () => geocodeAddresses({ database, name: 'Places', parameters }));
  await expect(answer).rejects.toThrow('too late');
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(stray).toEqual([]);
});

test('survives an unhandled rejection', async () => {
  const port = await freePort();
  const program = `data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new Error('a stray error'))})`;
  const server = await startServerProcess({
    PORT: String(port),
    DATABASE_URL: rig.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    NODE_OPTIONS: `--import=${program.replaceAll(' ', '%20')}`,
  });
  server.process.kill('SIGUSR2');
  await expect.poll(() => server.output()).toContain('a stray error');
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
