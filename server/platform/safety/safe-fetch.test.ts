import { lookup as lookUp } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { hostPlaces } from '../budgets/host-places.ts';
import { hostAndPort, isNamed, safeFetch } from './safe-fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(response: RequestListener): Promise<number> {
  const server = createServer(response);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Resolves every name to the same addresses, and counts its calls. */
function names(...addresses: string[]) {
  const lookedUp: string[] = [];
  const lookup = ((name: string, _options: object, response: (...words: unknown[]) => void) => {
    lookedUp.push(name);
    response(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookUp;
  return { lookedUp, lookup };
}

const idOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof MappingError ? error.id : String(error)),
  );

describe('addresses', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.8.9.1/',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:7f00:1]/',
    'http://[::]/',
    'http://[fd00:ec2::254]/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1:8443/',
    'http://100.64.0.1/',
    'http://[fc00::1]/',
  ])('are refused as numbers: %s', async (address) => {
    expect(await idOf(safeFetch(address, {}, { allowedPrivateHosts: false }))).toBe(
      'integration:forbidden-address',
    );
  });

  it.each([['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::1'], ['::ffff:169.254.169.254']])(
    'are refused behind a host name, also beside others: %j',
    async (...addresses) => {
      const { lookup } = names(...addresses);
      expect(await idOf(safeFetch('http://city.example/', {}, { allowedPrivateHosts: false, lookup }))).toBe(
        'integration:forbidden-address',
      );
    },
  );

  it.each([
    ['by name', 'city.example', 'answered'],
    ['by name and port', 'city.example:PORT', 'answered'],
    ['at another port', 'city.example:1', 'integration:forbidden-address'],
    ['another host', 'example', 'integration:forbidden-address'],
  ])('are allowed for hosts the operator named: %s', async (_how, host, expected) => {
    const port = await serve((_request, response) => response.end('here'));
    // An allowed host is resolved by the system; its name leads to this computer by the address itself.
    const named = new Set([host.replace('PORT', String(port)).replace('city.example', '127.0.0.1')]);
    expect(await idOf(safeFetch(`http://127.0.0.1:${port}/`, {}, { allowedPrivateHosts: named }))).toBe(
      expected,
    );
  });

  it('are allowed when the operator allows all', async () => {
    const port = await serve((_request, response) => response.end('here'));
    const { text } = await safeFetch(`http://127.0.0.1:${port}/`, {}, { allowedPrivateHosts: true });
    expect(text).toBe('here');
  });
});

describe('host with a port', () => {
  it.each([
    ['http://127.0.0.1', 'http://127.0.0.1/item', true],
    ['http://127.0.0.1:80', 'http://127.0.0.1:5432/', false],
    ['https://maps.example', 'https://maps.example:443/item', true],
    ['https://maps.example', 'http://maps.example/', false],
    ['https://maps.example', 'https://maps.example:8443/', false],
    ['http://[::1]', 'http://[::1]:9200/', false],
  ])('%s allows %s: %s', (own, address, allowed) => {
    expect(isNamed(new URL(address), new Set([hostAndPort(new URL(own))]))).toBe(allowed);
  });

  it.each(['http://gis.example/', 'http://gis.example:80/'])(
    'names the default port of a scheme: %s',
    (url) => {
      expect(isNamed(new URL(url), new Set(['gis.example:80']))).toBe(true);
      expect(isNamed(new URL(url), new Set(['gis.example:443']))).toBe(false);
    },
  );
});

describe('host name that changes its address', () => {
  it('is resolved once: the connection goes to the checked address', async () => {
    const port = await serve((_request, response) => response.end('own computer'));
    // First an unused public address; had it been resolved again, it would have led here.
    let times = 0;
    const lookup = ((_name: string, _options: object, response: (...words: unknown[]) => void) => {
      times++;
      response(null, [{ address: times === 1 ? '2d00::1' : '127.0.0.1', family: times === 1 ? 6 : 4 }]);
    }) as unknown as typeof lookUp;
    const id = await idOf(
      safeFetch(
        `http://rebind.example:${port}/`,
        {},
        { allowedPrivateHosts: false, lookup, milliseconds: 1000 },
      ),
    );
    expect([id, times]).toEqual(['integration:unreachable', 1]);
  });
});

describe('response', () => {
  it('is not followed to a redirect', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    const { status } = await safeFetch(`http://127.0.0.1:${port}/`, {}, { allowedPrivateHosts: true });
    expect(status).toBe(302);
  });

  it('is decompressed up to the allowed length, however small it was compressed', async () => {
    const port = await serve((request, response) => {
      const large = request.url === '/large';
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(large ? Buffer.alloc(5_000_000) : 'small'));
    });
    const { text } = await safeFetch(`http://127.0.0.1:${port}/`, {}, { allowedPrivateHosts: true });
    expect(text).toBe('small');
    expect(await idOf(safeFetch(`http://127.0.0.1:${port}/large`, {}, { allowedPrivateHosts: true }))).toBe(
      'integration:unreachable',
    );
  });

  it('is refused as JSON with more values than may be parsed at once, however short it is', async () => {
    const values = limits.foreignJsonValues;
    const port = await serve((request, response) => {
      const json = `[${'1,'.repeat(request.url === '/many' ? values : values - 1)}1]`;
      response.end(json);
    });
    const ask = (path: string) =>
      safeFetch(`http://127.0.0.1:${port}${path}`, {}, { allowedPrivateHosts: true });
    expect(JSON.parse((await ask('/')).text)).toHaveLength(values);
    expect(await idOf(ask('/many'))).toBe('integration:unreachable');
  });

  it('is ended after the beginning where only that is needed', async () => {
    const ended = Promise.withResolvers<void>();
    const port = await serve((_request, response) => {
      response.on('close', ended.resolve);
      // Never ends by itself.
      response.write('x'.repeat(10_000));
    });
    const options = { allowedPrivateHosts: true, beginning: 100 };
    const { status, text } = await safeFetch(`http://127.0.0.1:${port}/`, {}, options);
    expect([status, text]).toEqual([200, 'x'.repeat(100)]);
    await ended.promise;
  });

  it('is requested with a form', async () => {
    const port = await serve((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => response.end(`${request.method} ${request.headers['content-type']} ${body}`));
    });
    const init = { method: 'POST', body: new URLSearchParams({ data: '{"a":1}' }) } as const;
    const { text } = await safeFetch(`http://127.0.0.1:${port}/`, init, { allowedPrivateHosts: true });
    expect(text).toBe('POST application/x-www-form-urlencoded data=%7B%22a%22%3A1%7D');
  });

  it('that switches to another protocol is none, and the place of its host is free again', async () => {
    const port = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
    const before = hostPlaces.count().used;
    const asked = safeFetch(`http://127.0.0.1:${port}/`, {}, { allowedPrivateHosts: true });
    expect(await idOf(asked)).toBe('integration:unreachable');
    expect(hostPlaces.count().used).toBe(before);
  });

  it('that never arrives is reported as unreachable, without the reason', async () => {
    const error = await safeFetch('http://127.0.0.1:1/', {}, { allowedPrivateHosts: true }).catch(
      (fault: unknown) => fault,
    );
    expect(error).toMatchObject({
      id: 'integration:unreachable',
      message: '127.0.0.1 could not be reached.',
    });
  });
});
