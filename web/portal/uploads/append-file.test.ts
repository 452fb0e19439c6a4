import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { appendFile, isOutcomeUnknown } from './append-file.ts';
import { maxMisses } from './follow-job.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const url = 'https://portal.example/server/rest/services/Trees/FeatureServer/0';
const report = { added: 2, updated: 0, deleted: 0 };
const completed = { status: 'Completed', report };
const running = { status: 'InProgress', progress: { stage: 'writing', share: 0.5, featureCount: 1 } };
const refused = { status: 'Failed', statusMessage: 'Line 2 has no shape.' };
const unavailable = { httpStatus: 503, error: { code: 503, message: 'Unavailable', details: [] } };
const cut = new TypeError('Failed to fetch');
const misses = Array.from({ length: maxMisses }, () => unavailable);

async function append(answers: Parameters<typeof fakeFetch>[0]) {
  const { connection } = await fakeConnection({ saved: savedSignIn() });
  const log = fakeFetch({ '/0/append': { statusUrl: `${url}/append/jobs/j1` }, ...answers });
  const { signal } = new AbortController();
  vi.useFakeTimers();
  const appended = appendFile(
    connection,
    { url, itemId: 'f1', replace: false },
    { signal, onProgress: () => {} },
  );
  const settled = Promise.allSettled([appended]);
  // Longer than it is followed while its state is away.
  for (let seconds = 0; seconds < 300; seconds += 1) await vi.advanceTimersByTimeAsync(1000);
  const [outcome] = await settled;
  vi.useRealTimers();
  return { outcome, cancels: log.filter(({ path }) => path.endsWith('/cancel')).length };
}

describe('an append', () => {
  it.each([
    ['overloaded', { httpStatus: 429, error: { code: 429, message: 'Too many', details: [] } }],
    ['restarted', unavailable],
    ['without its database', { httpStatus: 500, error: { code: 500, message: 'Failed', details: [] } }],
    ['unreachable', cut],
  ])('is followed while the server is %s', async (_state, failure) => {
    const { outcome, cancels } = await append({ '/jobs/j1': [running, failure, failure, completed] });
    expect(outcome).toMatchObject({ status: 'fulfilled', value: report });
    expect(cancels).toBe(0);
  });

  it('that fails changes nothing, and is not cancelled', async () => {
    const { outcome, cancels } = await append({ '/jobs/j1': [running, refused] });
    expect(outcome).toMatchObject({ status: 'rejected', reason: { id: 'portal:job-failed' } });
    expect(cancels).toBe(0);
  });

  it('whose state stays away is cancelled, and changes nothing then', async () => {
    const { outcome } = await append({ '/jobs/j1': [running, ...misses], '/cancel': { success: true } });
    expect(outcome).toMatchObject({ status: 'rejected', reason: { id: 'portal:unavailable' } });
  });

  it('that ended before it was cancelled has its result', async () => {
    const ended = { '/cancel': { success: false } };
    const stored = await append({ '/jobs/j1': [...misses, completed], ...ended });
    expect(stored.outcome).toMatchObject({ status: 'fulfilled', value: report });
    const failed = await append({ '/jobs/j1': [...misses, refused], ...ended });
    expect(failed.outcome).toMatchObject({ status: 'rejected', reason: { id: 'portal:job-failed' } });
  });

  it('of which nothing is heard any more has an unknown outcome', async () => {
    const { outcome, cancels } = await append({ '/jobs/j1': cut, '/cancel': cut });
    expect(cancels).toBe(1);
    expect(outcome.status === 'rejected' && isOutcomeUnknown(outcome.reason)).toBe(true);
  });

  it.each([
    ['lost', cut, true],
    ['that of a proxy', { httpStatus: 504 }, true],
    ['a failure', { error: { code: 500, message: 'Failed', details: [] } }, true],
    ['a refusal', { error: { code: 400, message: 'No such item', details: [] } }, false],
    ['one of an overloaded server', { error: { code: 429, message: 'Too many', details: [] } }, false],
  ])(
    'whose first answer is %s, has an unknown outcome only if it may have begun',
    async (_what, answer, isUnknown) => {
      const { outcome } = await append({ '/0/append': answer });
      expect(outcome.status === 'rejected' && isOutcomeUnknown(outcome.reason)).toBe(isUnknown);
    },
  );
});
