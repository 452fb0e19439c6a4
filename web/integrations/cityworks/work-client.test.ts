import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workClient } from './work-client.ts';

const fetching = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetching));
afterEach(() => {
  vi.unstubAllGlobals();
  fetching.mockReset();
});
let session: string | undefined = 'own-token';
const client = workClient('/api/demo/integrations/work', () => ({
  token: session,
  portal: 'https://maps.example/portal',
}));
const answer = (body: unknown, status = 200) =>
  fetching.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));

it('asks our own server, with the token in a header and nowhere else', async () => {
  answer({ items: [], missing: [] });
  await client.near({ lat: 51.16, lng: 71.43 });
  const [address, init] = fetching.mock.calls[0] ?? [];
  expect(address).toBe('/api/demo/integrations/work/work?lat=51.16&lng=71.43');
  expect(init?.headers).toEqual({
    authorization: 'Bearer own-token',
    'x-portal': 'https://maps.example/portal',
  });
  // Renewed by the application around.
  session = 'next-token';
  answer({ items: [], missing: [] });
  await client.near({ lat: 51.16, lng: 71.43 });
  expect(fetching.mock.lastCall?.[1]?.headers).toMatchObject({ authorization: 'Bearer next-token' });
});

it('creates a request', async () => {
  answer({ id: '101' }, 201);
  expect(await client.create({ problem: '7', details: 'A hole', lat: 51, lng: 71 })).toBe('101');
  expect(JSON.parse(String(fetching.mock.calls[0]?.[1]?.body))).toEqual({
    problem: '7',
    details: 'A hole',
    lat: 51,
    lng: 71,
  });
});

it('tells refusals in the server’s words, and a lost network', async () => {
  answer({ id: 'cityworks:sign-in-refused', detail: 'Cityworks refused the sign-in.' }, 502);
  await expect(client.problems()).rejects.toMatchObject({
    id: 'cityworks:sign-in-refused',
    status: 502,
    message: 'Cityworks refused the sign-in.',
  });
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(client.problems()).rejects.toMatchObject({ id: 'api:unreachable', status: 0 });
});
