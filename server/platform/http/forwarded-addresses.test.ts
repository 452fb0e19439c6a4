import { afterEach, expect, test } from 'vitest';
import { createHttpApp } from './app.ts';

let app: Awaited<ReturnType<typeof createHttpApp>>;
afterEach(() => app.close());

/** Sends requests from a peer with a forwarded address; returns the addresses that routes get, and the warnings. */
async function ask(trustProxy: string | undefined, peer: string, forwarded: (string | undefined)[]) {
  const lines: string[] = [];
  const logStream = { write: (line: string) => void lines.push(line) };
  app = await createHttpApp({ publicUrl: 'http://localhost', logLevel: 'warn', logStream, trustProxy });
  app.get('/address', ({ ip }) => ip);
  const addresses = [];
  for (const each of forwarded) {
    const headers = each === undefined ? {} : { 'x-forwarded-for': each };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    addresses.push((await app.inject({ url: '/address', remoteAddress: peer, headers })).body);
  }
  return { addresses, warnings: lines.filter((line) => line.includes('TRUST_PROXY')) };
}

test('the forwarded address of a trusted proxy is the client’s', async () => {
  const { addresses, warnings } = await ask('10.0.0.7', '10.0.0.7', ['203.0.113.9', undefined]);
  expect(addresses).toEqual(['203.0.113.9', '10.0.0.7']);
  expect(warnings).toEqual([]);
});

test('one from elsewhere is not believed, and is reported once', async () => {
  const { addresses, warnings } = await ask('10.0.0.7', '10.0.0.8', [undefined, '127.0.0.1', '203.0.113.9']);
  expect(addresses).toEqual(['10.0.0.8', '10.0.0.8', '10.0.0.8']);
  expect(warnings).toEqual([expect.stringContaining('10.0.0.8')]);
  expect(warnings.join()).not.toContain('127.0.0.1');
});

test('nothing is reported where no proxy is expected', async () => {
  const { addresses, warnings } = await ask(undefined, '10.0.0.8', ['127.0.0.1']);
  expect([addresses, warnings]).toEqual([['10.0.0.8'], []]);
});
