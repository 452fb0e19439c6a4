import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import { fetchAddress, ForbiddenAddress } from './fetch-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A host with one response for each path; requests are recorded. */
async function startHost(responses: Record<string, { status?: number; location?: string; body?: string }>) {
  const input: string[] = [];
  const server = createServer((request, response) => {
    input.push(request.url ?? '');
    const { status = 200, location, body = '' } = responses[request.url ?? ''] ?? { status: 404 };
    response.writeHead(status, location ? { location } : {}).end(body);
  });
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, input, url: `http://${host}` };
}

/** A fake name resolver. */
const names = (addresses: string[]) =>
  ((_name: string, _options: unknown, response: (error: null, found: object[]) => void) => {
    response(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;

describe('fetchAddress', () => {
  it('returns status, the beginning of the body and the duration', async () => {
    const { host, url } = await startHost({ '/a': { status: 418, body: 'x'.repeat(100_000) } });
    const response = await fetchAddress(`${url}/a`, { allowed: new Set([host]) });
    expect(response.status).toBe(418);
    expect(response.body).toHaveLength(limits.mapCheckBytes);
    expect(response.milliseconds).toBeGreaterThanOrEqual(0);
  });

  it('never reaches this machine unless its host is allowed', async () => {
    const { host, url, input } = await startHost({ '/a': {} });
    await expect(fetchAddress(`${url}/a`, { allowed: new Set() })).rejects.toBeInstanceOf(ForbiddenAddress);
    await expect(fetchAddress(`${url}/a`, { allowed: new Set(['127.0.0.1:1']) })).rejects.toBeInstanceOf(
      ForbiddenAddress,
    );
    expect(input).toEqual([]);
    await fetchAddress(`${url}/a`, { allowed: new Set([host]) });
    // A name without a port means all its ports.
    await fetchAddress(`${url}/a`, { allowed: new Set([new URL(url).hostname]) });
    expect(input).toEqual(['/a', '/a']);
  });

  it.each([[['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::1']]])(
    'refuses a name that resolves to %j',
    async (addresses) => {
      const { host, input } = await startHost({ '/': {} });
      const port = host.split(':')[1];
      await expect(
        fetchAddress(`http://services.example:${port}/`, { allowed: new Set(), lookup: names(addresses) }),
      ).rejects.toBeInstanceOf(ForbiddenAddress);
      expect(input).toEqual([]);
    },
  );

  it('does not call a name without an address forbidden', async () => {
    const nowhere = fetchAddress('http://services.example/', { allowed: new Set(), lookup: names([]) });
    await expect(nowhere).rejects.toThrow('services.example has no address.');
  });

  it('follows redirects by the same rules, a limited number of times', async () => {
    const inner = await startHost({ '/secret': { body: 'secret' } });
    const outer = await startHost({
      '/ok': { status: 302, location: '/there' },
      '/there': { body: 'here' },
      '/in': { status: 302, location: `${inner.url}/secret` },
      '/round': { status: 302, location: '/round' },
      '/file': { status: 302, location: 'file:///etc/passwd' },
    });
    const allowed = new Set([outer.host]);
    expect(await fetchAddress(`${outer.url}/ok`, { allowed })).toMatchObject({
      status: 200,
      body: Buffer.from('here'),
    });
    await expect(fetchAddress(`${outer.url}/in`, { allowed })).rejects.toBeInstanceOf(ForbiddenAddress);
    await expect(fetchAddress(`${outer.url}/file`, { allowed })).rejects.toBeInstanceOf(ForbiddenAddress);
    await expect(fetchAddress(`${outer.url}/round`, { allowed })).rejects.toThrow('Too many redirects');
    expect(inner.input).toEqual([]);
  });

  it('reaches this server itself, but not by a redirect of another host', async () => {
    const own = await startHost({ '/a': { status: 302, location: '/b' }, '/b': { body: 'own' } });
    const other = await startHost({ '/a': { status: 302, location: `${own.url}/b` } });
    const options = { allowed: new Set([other.host]), ownUrl: own.url };
    expect(await fetchAddress(`${own.url}/a`, options)).toMatchObject({ body: Buffer.from('own') });
    await expect(fetchAddress(`${other.url}/a`, options)).rejects.toBeInstanceOf(ForbiddenAddress);
    expect(own.input).toEqual(['/a', '/b']);
  });

  it('fails when the host switches to another protocol', async () => {
    const server = createServer((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
    servers.push(server);
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(fetchAddress(`http://${host}/`, { allowed: new Set([host]) })).rejects.toThrow(
      'another protocol',
    );
  });

  it('fails when the host is unreachable', async () => {
    const { host, url } = await startHost({});
    for (const server of servers.splice(0))
      await new Promise((done) => {
        server.close(done);
      });
    await expect(fetchAddress(`${url}/`, { allowed: new Set([host]) })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
