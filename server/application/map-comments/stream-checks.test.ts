import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { type Follower, StreamChecks } from './stream-checks.ts';

/** Streams whose checks are counted; `gone` may not follow any more. */
function start() {
  const gone = new Set<string>();
  const asked: number[] = [];
  const state = { requests: 0, concurrency: 0, maxConcurrency: 0, isDown: false };
  const refused = new Set<string>();
  const checks = new StreamChecks(async (followers: readonly Follower[]) => {
    asked.push(followers.length);
    if (state.isDown) throw new Error('no database');
    return followers.map(({ username }) => !gone.has(username));
  });
  const open = (username: string, token: string | undefined, isHosted = true) =>
    checks.add({
      organisation: 'town',
      wid: 'a'.repeat(32),
      token,
      username,
      isHosted,
      refuse: () => refused.add(username),
      async ask() {
        state.requests += 1;
        state.concurrency += 1;
        state.maxConcurrency = Math.max(state.maxConcurrency, state.concurrency);
        await new Promise((resolve) => setImmediate(resolve));
        state.concurrency -= 1;
        if (state.isDown) throw new Error('no portal');
        return !gone.has(username);
      },
    });
  return { checks, gone, asked, state, refused, open };
}

test('streams of maps on the embedded portal are checked together, however many members and maps', async () => {
  const { checks, gone, asked, refused, open, state } = start();
  for (let n = 0; n < 2000; n += 1) open(`member ${n}`, `token ${n}`);
  gone.add('member 7').add('member 1999');
  await checks.check();
  expect(asked).toEqual([limits.liveStreamsPerCheck, limits.liveStreamsPerCheck]);
  expect(state.requests).toBe(0);
  expect(refused).toEqual(gone);
});

test('another portal is asked once for each map and token, a few at a time, and for the visitors of a map once', async () => {
  const { checks, gone, asked, refused, open, state } = start();
  for (let n = 0; n < 300; n += 1) open('', undefined, false);
  for (let n = 0; n < 60; n += 1) open(`member ${n % 30}`, `token ${n % 30}`, false);
  gone.add('').add('member 3');
  await checks.check();
  expect([state.requests, state.maxConcurrency, asked]).toEqual([31, limits.concurrentLiveChecks, []]);
  expect(refused).toEqual(gone);
});

test('what cannot be known ends no stream, and closed streams are not checked', async () => {
  const { checks, gone, refused, open, state, asked } = start();
  const close = [open('hosted', 'a'), open('foreign', 'b', false)];
  gone.add('hosted').add('foreign');
  state.isDown = true;
  await checks.check();
  expect(refused).toEqual(new Set());
  state.isDown = false;
  for (const end of close) end();
  await checks.check();
  expect([asked, state.requests, refused]).toEqual([[1], 1, new Set()]);
});
