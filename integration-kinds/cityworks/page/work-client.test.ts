import { beforeEach, expect, it, vi } from 'vitest';
import type { HostConnection } from '../../../web/integrations/client/client.ts';
import { workClient } from './work-client.ts';

const ask = vi.fn<HostConnection['ask']>();
const client = workClient(ask);
beforeEach(() => void ask.mockReset());
const answer = (body: unknown, status = 200) =>
  ask.mockResolvedValueOnce({ status, text: JSON.stringify(body) });

it('requests the work near a location through the host', async () => {
  answer({ items: [], missing: [] });
  expect(await client.near({ lat: 51.16, lng: 71.43 })).toEqual({ items: [], missing: [] });
  expect(ask).toHaveBeenCalledExactlyOnceWith('work?lat=51.16&lng=71.43', undefined);
});

it('creates a request', async () => {
  answer({ id: '101' }, 201);
  const request = { problem: '7', details: 'A hole', lat: 51, lng: 71 };
  expect(await client.create(request)).toBe('101');
  expect(ask).toHaveBeenCalledExactlyOnceWith('requests', JSON.stringify(request));
});

it('reports refusals with the server’s message, and a lost network', async () => {
  answer({ id: 'cityworks:sign-in-refused', detail: 'Cityworks refused the sign-in.' }, 502);
  await expect(client.problems()).rejects.toMatchObject({
    id: 'cityworks:sign-in-refused',
    status: 502,
    message: 'Cityworks refused the sign-in.',
  });
  ask.mockResolvedValueOnce({ status: 502, text: '<html>' });
  await expect(client.problems()).rejects.toMatchObject({ id: 'http:refused', status: 502 });
  ask.mockResolvedValueOnce({ status: 0, text: '' });
  await expect(client.problems()).rejects.toMatchObject({ id: 'api:unreachable', status: 0 });
});
