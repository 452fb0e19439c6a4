import { afterEach, expect, it, vi } from 'vitest';
import { apiClient, authorizeApi } from './api-client.ts';
import { followMap, type LiveListener } from './map-comments.ts';

const { env } = apiClient.defaults;
const { fetch } = env;
afterEach(() => {
  env.fetch = fetch;
  authorizeApi(() => Promise.resolve(''));
});

const listener = {
  onComments: () => {},
  onSelf: () => {},
  onPerson: () => {},
  onLeft: () => {},
  onLost: () => {},
} satisfies LiveListener;

it('connects again with a new token when the server has refused the one of its stream', async () => {
  let token = 'ended';
  authorizeApi(
    async () => token,
    async () => (token = 'renewed'),
  );
  const leaving = new AbortController();
  const tokens: (string | null)[] = [];
  env.fetch = async (_address, init) => {
    tokens.push(new Headers(init?.headers).get('authorization'));
    if (tokens.length > 1) leaving.abort();
    return new Response('event: refused\ndata: null\n\n', {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
  vi.useFakeTimers();
  const following = followMap({ org: 'demo', wid: 'w' }, 'page', { ...listener, signal: leaving.signal });
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await following;
  expect(tokens).toEqual(['Bearer ended', 'Bearer renewed']);
});

it.each([
  [429, '60', 60_000],
  [503, '60', 60_000],
  [503, undefined, 1000],
])('connects again after %s, when the server asks for it (%s)', async (status, asked, wait) => {
  const leaving = new AbortController();
  const times: number[] = [];
  vi.useFakeTimers();
  env.fetch = async () => {
    times.push(Date.now());
    if (times.length > 1) leaving.abort();
    return Response.json(
      { id: 'comment:busy' },
      { status, headers: { ...(asked && { 'retry-after': asked }) } },
    );
  };
  const following = followMap({ org: 'demo', wid: 'w' }, 'page', { ...listener, signal: leaving.signal });
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await following;
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, wait]);
});
