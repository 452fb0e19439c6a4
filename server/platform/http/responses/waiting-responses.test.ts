import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../limits.ts';
import { createHttpApp } from '../app.ts';
import { fileStream } from './file-stream.ts';

/** More than the buffers of both sides of a connection hold. */
const big = Buffer.alloc(20_000_000, 'x');
let app: FastifyInstance;
let port: number;
let partsRead = 0;
const open: Socket[] = [];

async function* parts() {
  for (let at = 0; at < big.length; at += limits.filePartBytes) {
    partsRead += 1;
    yield big.subarray(at, at + limits.filePartBytes);
  }
}

beforeAll(async () => {
  app = await createHttpApp({
    logLevel: 'silent',
    publicUrl: 'http://localhost',
    trustProxy: 'loopback',
    responses: { ofAddress: 30_000_000, inAll: 50_000_000, largest: 0 },
  });
  app.get('/bytes', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', etag: '"a"', 'content-disposition': 'inline' })
      .type('image/png')
      .send(big),
  );
  app.get('/text', async (_request, reply) => reply.type('text/plain').send(big.toString()));
  app.get('/shared', async (_request, reply) => {
    reply.sharesBytes = true;
    return reply.send(big);
  });
  app.get('/file', async (_request, reply) =>
    reply.header('content-length', big.length).send(fileStream(big.length, parts())),
  );
  app.get('/part', async (_request, reply) => reply.send(big.subarray(0, 15_000_000)));
  app.get('/small', async (_request, reply) => reply.send('x'.repeat(limits.freeResponseBytes)));
  await app.listen({ port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await vi.waitUntil(() => app.waitingResponses.inAll === 0);
});

/** Requests a response, and reads only its beginning. @returns the status */
async function neglect(path: string, address: string): Promise<number> {
  const socket = connect(port);
  open.push(socket.on('error', () => {}));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Number(first.toString('latin1').split(' ')[1]);
}

const request = (path: string, address: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'x-forwarded-for': address, connection: 'close' },
  });

describe('bytes in memory that wait for their callers', () => {
  test.each(['/bytes', '/text'])('of %s are counted for each caller', async (path) => {
    expect(await neglect(path, '192.0.2.1')).toBe(200);
    expect(await neglect(path, '192.0.2.1')).toBe(503);
    expect(await neglect(path, '192.0.2.2')).toBe(200);
  });

  test('are counted for a home connection, whichever of its networks a request is from', async () => {
    expect(await neglect('/bytes', '2001:db8:0:1::1')).toBe(200);
    expect(await neglect('/bytes', '2001:db8:0:2::1')).toBe(503);
  });

  test('are counted in all, also behind a proxy that hides its callers', async () => {
    for (const status of [200, 200, 503]) expect(await neglect('/bytes', '127.0.0.1')).toBe(status);
  });

  test('are not counted when they are in memory once for all, or few', async () => {
    for (const _ of [1, 2, 3]) expect(await neglect('/shared', '192.0.2.1')).toBe(200);
    expect(await neglect('/bytes', '192.0.2.1')).toBe(200);
    expect((await request('/small', '192.0.2.1')).status).toBe(200);
  });

  test('are released when they have been read', async () => {
    for (const path of ['/bytes', '/text', '/file'])
      expect((await (await request(path, '192.0.2.1')).arrayBuffer()).byteLength).toBe(big.length);
    await expect.poll(() => app.waitingResponses.inAll).toBe(0);
  });
});

describe('callers who hold all the memory', () => {
  test('lose a response to one who would hold less: the one who holds most', async () => {
    for (const [path, address] of [
      ['/part', '192.0.2.1'],
      ['/bytes', '192.0.2.2'],
      ['/part', '192.0.2.3'],
      ['/part', '192.0.2.4'],
    ] as const)
      expect(await neglect(path, address)).toBe(200);
    expect(app.waitingResponses.inAll).toBe(45_000_000);
  });

  test('lose one to a known caller where a proxy hides them, and none to each other', async () => {
    for (const path of ['/part', '/bytes', '/part']) expect(await neglect(path, '127.0.0.1')).toBe(200);
    expect(await neglect('/part', '127.0.0.1')).toBe(503);
    expect(app.waitingResponses.inAll).toBe(50_000_000);
    // The largest of theirs gives way, so that there is room for two.
    for (const [address, status] of [
      ['192.0.2.3', 200],
      ['192.0.2.4', 200],
      ['127.0.0.1', 503],
    ] as const)
      expect(await neglect('/part', address)).toBe(status);
    expect(app.waitingResponses.inAll).toBe(45_000_000);
  });

  test('keep theirs from those who would hold as much', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      expect(await neglect('/part', address)).toBe(200);
    expect(await neglect('/part', '192.0.2.4')).toBe(503);
    expect(app.waitingResponses.inAll).toBe(45_000_000);
  });
});

test('a refused response has nothing of the one that it replaces', async () => {
  await neglect('/bytes', '192.0.2.1');
  const { status, headers } = await request('/bytes', '192.0.2.1');
  expect(status).toBe(503);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(headers.get('retry-after')).toBe('5');
  for (const name of ['cache-control', 'etag', 'content-disposition']) expect(headers.get(name)).toBeNull();
});

test('a file holds only some of its parts, however large it is, and HEAD reads none', async () => {
  for (const _ of [1, 2, 3]) expect(await neglect('/file', '192.0.2.1')).toBe(200);
  expect(app.waitingResponses.inAll).toBe(3 * 2 * limits.filePartBytes);
  partsRead = 0;
  const { status, headers } = await request('/file', '192.0.2.2', 'HEAD');
  expect([status, headers.get('content-length')]).toEqual([200, String(big.length)]);
  expect(partsRead).toBe(0);
});
