import { afterEach, describe, expect, it } from 'vitest';
import { MappingError } from '../../wire/errors.ts';
import { apiClient, authorizeApi, getConfig } from './api-client.ts';

const usual = { ...apiClient.defaults };

/** Responds to the client's requests; everything between it and the network is the client's own code. */
function serve(answer: (request: Request) => Response | Promise<Response>): void {
  Object.assign(apiClient.defaults, {
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => answer(new Request(input, init)),
    },
  });
}

async function failWith(status: number, body: unknown) {
  serve(() => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  return apiClient.get('/x').catch((error: unknown) => error);
}

/** A server that accepts the request and never responds. */
function silence(request: Request): Promise<Response> {
  return new Promise((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
  });
}

afterEach(() => {
  authorizeApi(() => Promise.resolve(''));
  Object.assign(apiClient.defaults, usual);
});

describe('the API client', () => {
  it('repeats a change once the user has confirmed that it is they, with the new token', async () => {
    const tokens: (string | null)[] = [];
    serve((request) => {
      tokens.push(request.headers.get('authorization'));
      const faults = [{ path: '', message: 'Sign in again first.', code: 'recent-sign-in' }];
      return tokens.length === 1 ? Response.json({ faults }, { status: 403 }) : Response.json({ ok: true });
    });
    let token = 'old';
    const confirm = async () => {
      token = 'new';
      return true;
    };
    authorizeApi(async () => token, undefined, 'https://portal.example', confirm);
    expect((await apiClient.put('/town/administration/config', {})).data).toEqual({ ok: true });
    expect(tokens).toEqual(['Bearer old', 'Bearer new']);
  });

  it('sends no token that the server cannot verify, and reports why it refuses', async () => {
    const sent: (string | null)[] = [];
    serve((request) => {
      sent.push(request.headers.get('authorization'));
      return Response.json({ id: 'membership:sign-in-needed' }, { status: 401 });
    });
    authorizeApi(
      async () => 'token',
      undefined,
      'https://portal.example',
      undefined,
      () => true,
    );
    const refused = apiClient.get('/town/shared-maps');
    await expect(refused).rejects.toMatchObject({ id: 'membership:unverified' });
    expect(sent).toEqual([null]);
  });

  it('has no timeout and uses /api unless the build configures otherwise', () => {
    expect(apiClient.defaults.timeout).toBe(0);
    expect(apiClient.defaults.baseURL).toBe('/api');
  });

  it.each([
    [
      404,
      { id: 'organisation:not-found', title: 'Not Found', detail: 'There is no organisation x.' },
      'There is no organisation x.',
    ],
    [400, { title: 'Bad Request' }, 'Bad Request'],
    [400, { title: 'Bad Request', detail: '' }, 'Bad Request'],
    [500, {}, 'Request failed with status code 500'],
    [502, '<html>Bad gateway</html>', 'Request failed with status code 502'],
    [500, 'null', 'Request failed with status code 500'],
  ])('maps status %i with body %j to "%s"', async (status, body, message) => {
    const error = await failWith(status, body);
    expect(error).toBeInstanceOf(MappingError);
    expect(error).toMatchObject({ message, status });
  });

  it('keeps the stable id and the faults of an invalid input', async () => {
    const faults = [{ path: 'portal.url', message: 'Give an address.' }];
    expect(await failWith(400, { id: 'config:invalid', detail: 'One fault.', faults })).toMatchObject({
      id: 'config:invalid',
      faults,
    });
  });

  it('keeps the log id of unexpected errors only', async () => {
    expect(await failWith(500, { detail: 'No.', requestId: 'r-1' })).toMatchObject({ requestId: 'r-1' });
    expect(await failWith(404, { detail: 'No.', requestId: 'r-1' })).toMatchObject({ requestId: undefined });
  });

  it('sends the token of the signed-in user, and none otherwise', async () => {
    const seen: (string | null)[] = [];
    serve((request) => {
      seen.push(request.headers.get('authorization'));
      return new Response('{}');
    });
    await apiClient.get('/x');
    authorizeApi(() => Promise.resolve('abc'));
    await apiClient.get('/x');
    expect(seen).toEqual([null, 'Bearer abc']);
  });

  it('requests an organisation’s configuration by name', async () => {
    let path = '';
    serve((request) => {
      path = new URL(request.url).pathname;
      return new Response('{"title":"Demo"}');
    });
    expect(await getConfig('a b')).toEqual({ title: 'Demo' });
    expect(path).toBe('/api/a%20b/config');
  });

  it('reports an unreachable server', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(apiClient.get('/x')).rejects.toMatchObject({ id: 'api:unreachable', status: 0 });
  });

  it('reports a cancelled request', async () => {
    serve(silence);
    await expect(apiClient.get('/x', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      id: 'api:cancelled',
    });
  });

  it('sends JSON and pictures, and reads headers and files', async () => {
    const seen: string[] = [];
    serve(async (request) => {
      const { searchParams } = new URL(request.url);
      seen.push(
        `${request.method} ${request.headers.get('content-type')} ${searchParams} ${await request.text()}`,
      );
      return new Response('a,b', { headers: { etag: '"7"' } });
    });
    const { headers } = await apiClient.put(
      '/x',
      { a: 1 },
      { params: { page: 2, uses: ['a', 'b'], before: undefined } },
    );
    expect(headers['etag']).toBe('"7"');
    const picture = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    await apiClient.post('/x', picture, { headers: { 'content-type': picture.type } });
    const { data } = await apiClient.get<Blob>('/x', { responseType: 'blob' });
    expect(await data.text()).toBe('a,b');
    expect(seen).toEqual([
      'PUT application/json page=2&uses=a&uses=b {"a":1}',
      'POST image/svg+xml  <svg/>',
      'GET null  ',
    ]);
  });

  it('gives the bytes of a stream as they arrive, and the problem when there is none', async () => {
    let isRefused = false;
    serve(() =>
      isRefused ? Response.json({ id: 'maps:gone' }, { status: 404 }) : new Response('event: self\n\n'),
    );
    const { data } = await apiClient.get<ReadableStream>('/x', { responseType: 'stream' });
    expect(await new Response(data).text()).toBe('event: self\n\n');
    isRefused = true;
    await expect(apiClient.get('/x', { responseType: 'stream' })).rejects.toMatchObject({ id: 'maps:gone' });
  });

  it('reports a timeout', async () => {
    serve(silence);
    await expect(apiClient.get('/x', { timeout: 1 })).rejects.toMatchObject({ id: 'api:timeout' });
  });

  it('renews a rejected token and repeats the request once', async () => {
    const seen: (string | null)[] = [];
    authorizeApi(
      () => Promise.resolve(seen.length === 0 ? 'old' : 'new'),
      () => Promise.resolve('new'),
    );
    serve((request) => {
      seen.push(request.headers.get('Authorization'));
      return new Response('{}', { status: seen.length === 1 ? 401 : 200 });
    });
    await apiClient.get('/x');
    expect(seen).toEqual(['Bearer old', 'Bearer new']);
  });

  it('gives up when the new token is rejected too, or there is none', async () => {
    let requested = 0;
    serve(() => new Response('{}', { status: ++requested && 401 }));
    authorizeApi(
      () => Promise.resolve(`token-${requested}`),
      (expiredToken) => Promise.resolve(`${expiredToken}-renewed`),
    );
    await expect(apiClient.get('/x')).rejects.toMatchObject({ status: 401 });
    expect(requested).toBe(2);
    authorizeApi(() => Promise.resolve('old'));
    await expect(apiClient.get('/x')).rejects.toMatchObject({ status: 401 });
    expect(requested).toBe(3);
  });
});
