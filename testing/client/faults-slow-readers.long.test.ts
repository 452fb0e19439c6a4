import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { limits } from '../../server/limits.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Callers that request large files and read little or nothing of them. */
let server: TestServer;
/** Demands more a second than its caller reads, in windows of a hundredth. */
let hasty: TestServer;
let path: string;

/** More than the buffers of both sides of a connection hold. */
const fileBytes = 30_000_000;
/** Bytes that wait for one reader of a large file. */
const each = 2 * limits.filePartBytes;

beforeAll(async () => {
  server = await startTestServer({
    trustProxy: 'loopback',
    responses: { ofAddress: 2.5 * each, inAll: 4.5 * each, largest: 0 },
  });
  hasty = await startTestServer({
    databaseUrl: server.databaseUrl,
    timeoutFactor: 0.01,
    responses: { perSecond: 1_000_000_000 },
  });
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  const id = await addItem(portal.context, 'ada', { title: 'Photos', type: 'Web Map', access: 'public' });
  await server.database
    .insertInto('portal_file')
    .values({
      owner_kind: 'item-resource',
      owner_id: id,
      path: 'big.bin',
      content_type: 'application/octet-stream',
      bytes: randomBytes(fileBytes),
      created_at: 0,
    })
    .execute();
  path = `/portal/sharing/rest/content/items/${id}/resources/big.bin`;
});
afterAll(async () => {
  await hasty.stop();
  await server.stop();
});

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Requests the file and reads only the beginning of the response, which is returned. */
async function neglect(of: TestServer, address: string): Promise<{ head: string; socket: Socket }> {
  const { hostname, port } = new URL(of.url);
  const socket = connect(Number(port), hostname);
  // The expected disconnection.
  socket.on('error', () => {});
  open.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { head: first.toString('latin1').split('\r\n\r\n')[0] ?? '', socket };
}

const request = (address: string) =>
  fetch(server.url + path, { headers: { 'x-forwarded-for': address, connection: 'close' } });

describe('files that wait in memory for their readers are limited', () => {
  test('per network: another one is refused with the time to wait, and others are answered', async () => {
    for (const _ of [1, 2]) expect((await neglect(server, '192.0.2.1')).head).toMatch(/^HTTP\/1.1 200/);
    const refused = await request('192.0.2.1');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toMatchObject({ error: { code: 503 } });
    const other = await request('192.0.2.2');
    expect((await other.arrayBuffer()).byteLength).toBe(fileBytes);
  });

  test('in all: another one is answered as long as somebody has more', async () => {
    for (const address of ['1', '1', '2', '2', '3', '4'])
      expect((await neglect(server, `192.0.2.${address}`)).head).toMatch(/^HTTP\/1.1 200/);
    expect((await neglect(server, '192.0.2.5')).head).toMatch(/^HTTP\/1.1 503/);
  });

  test('until they leave', async () => {
    const waiting = [await neglect(server, '192.0.2.1'), await neglect(server, '192.0.2.1')];
    expect((await request('192.0.2.1')).status).toBe(503);
    for (const { socket } of waiting) socket.destroy();
    const again = async () => {
      const response = await request('192.0.2.1');
      await response.body?.cancel();
      return response.status;
    };
    await expect.poll(again).toBe(200);
  });

  test('but small responses never wait for them', async () => {
    for (const _ of [1, 2]) await neglect(server, '192.0.2.1');
    const small = await fetch(`${server.url}/portal/sharing/rest/portals/self?f=json`, {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });
    expect(small.status).toBe(200);
    const known = await fetch(server.url + path, {
      headers: { 'x-forwarded-for': '192.0.2.1', 'if-none-match': '*' },
    });
    expect(known.status).toBe(304);
  });
});

test('a response of which its caller reads too little is ended, though it reads', async () => {
  const { socket } = await neglect(hasty, '127.0.0.1');
  let read = 0;
  const sip = setInterval(() => (read += (socket.read() as Buffer | null)?.length ?? 0), 50);
  await once(socket, 'close');
  clearInterval(sip);
  expect(read).toBeLessThan(fileBytes);
});
