import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BreakableLink, linkTo } from '../../../../testing/rig/breakable-link.ts';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { uploadFaults } from '../../../../wire/upload-faults.ts';
import { limits } from '../../../limits.ts';
import { createBudget } from '../../../platform/budgets/budget.ts';
import { asRequester, currentRequester } from '../../../platform/budgets/requester.ts';
import type { HeldByJob } from '../../../platform/budgets/waiting-bytes.ts';
import { connectDatabase, type Database, poolOf } from '../../../platform/database/connect.ts';
import * as jobRunner from './job-runner.ts';
import {
  createJobRunner,
  exportJobs,
  type JobKind,
  type JobRunner,
  joinJobs,
  type Work,
} from './job-runner.ts';
import { cancelJob, completeJob, findJob, insertJob, type JobRow } from './job-store.ts';

let data: PortalData | undefined;
let runner: JobRunner;
const unexpected = vi.fn<(error: unknown) => void>();

beforeEach(async () => {
  data ??= await createPortalData();
  await data.database.deleteFrom('publish_job').execute();
  runner = createJobRunner(data.database);
  unexpected.mockReset();
  // What a job records at intervals, it records here on request.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  await runner.stop();
  vi.useRealTimers();
});
afterAll(() => data?.stop());

const database = () => data!.database;
const start = (id: string, work: Work, username = 'grace') =>
  runner.start({ id, itemId: `${id}-service`, sourceId: `${id}-file`, username }, work, unexpected);
const read = async (id: string) => (await findJob(database(), `${id}-service`, id)) as JobRow;
const ended = (id: string) => vi.waitUntil(async () => (await read(id)).status !== 'processing');

/** Work that runs until released, or cancelled. */
function endless() {
  let release = () => {};
  const begun = vi.fn<() => void>();
  const work: Work = (signal) =>
    new Promise((resolve, reject) => {
      begun();
      release = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  return { work, begun, release: () => release() };
}

const unforeseen = {
  message: 'Something went wrong while publishing the file.',
  faults: [{ path: '', message: 'Something went wrong while publishing the file.', code: 'unexpected' }],
};

const kinds = Object.entries(jobRunner).filter((one): one is [string, JobKind] => one[0].endsWith('Jobs'));

test.each(kinds)('the faults of %s have a code, by which they are translated', (_name, kind) => {
  expect(kinds.length).toBeGreaterThan(5);
  for (const { code } of [kind.stopped, kind.unexpected]) expect(uploadFaults).toHaveProperty(code);
});

describe('job', () => {
  test.each([
    [
      'foreseen',
      new MappingError('upload:faults', 'Row 7 has no place.', {
        status: 400,
        faults: [{ path: 'row 7', message: 'No place.' }],
      }),
      { message: 'Row 7 has no place.', faults: [{ path: 'row 7', message: 'No place.' }] },
      0,
    ],
    [
      'of the server’s own',
      new MappingError('database:disk-full', 'disk /var/secret is full', { status: 507 }),
      unforeseen,
      1,
    ],
    ['that was not foreseen', new Error('password=hunter2'), unforeseen, 1],
  ])('with a failure %s reports it, and no more than users may know', async (_, error, reported, shown) => {
    await start('one', () => Promise.reject(error));
    await ended('one');
    expect(await read('one')).toMatchObject({ status: 'failed', ...reported });
    await vi.waitUntil(() => unexpected.mock.calls.length === shown);
  });

  test('records its progress, and stops when it is cancelled', async () => {
    const { work, begun } = endless();
    await start('one', (signal, onProgress) => {
      onProgress({ stage: 'reading', share: 0.25, featureCount: 9 } as never);
      return work(signal, onProgress);
    });
    await vi.waitUntil(() => begun.mock.calls.length === 1);
    vi.advanceTimersByTime(500);
    await vi.waitUntil(async () => (await read('one')).progress.share === 0.25);
    await cancelJob(database(), 'one');
    vi.advanceTimersByTime(500);
    await ended('one');
    expect(await read('one')).toMatchObject({ status: 'failed', message: 'Publishing was cancelled.' });
    expect(unexpected).not.toHaveBeenCalled();
  });

  test('cancelled just before it completes fails, and its work is undone', async () => {
    const result = { id: 'result', itemId: 'x', sourceId: 'x', username: 'grace' };
    await start('one', async () => {
      await cancelJob(database(), 'one');
      await database()
        .transaction()
        .execute(async (transaction) => {
          await insertJob(transaction, result);
          await completeJob(transaction, 'one', {});
        });
    });
    await ended('one');
    expect(await read('one')).toMatchObject({ status: 'failed', message: 'Publishing was cancelled.' });
    expect(await findJob(database(), 'x', 'result')).toBeUndefined();
    expect(unexpected).not.toHaveBeenCalled();
  });

  test('that has ended keeps its result', async () => {
    await start('one', () => completeJob(database(), 'one', {}));
    await ended('one');
    await cancelJob(database(), 'one');
    expect(await read('one')).toMatchObject({ status: 'completed' });
  });
});

describe('what a job needs of its request', () => {
  const held = () => {
    const [begin, end] = [vi.fn<() => Promise<void>>(), vi.fn<() => Promise<void>>()];
    begin.mockResolvedValue();
    end.mockResolvedValue();
    return { begin, end };
  };
  const startHeld = (id: string, work: Work, needs: HeldByJob) =>
    runner.start(
      { id, itemId: `${id}-service`, sourceId: `${id}-file`, username: 'grace' },
      work,
      unexpected,
      needs,
    );

  test('is held until the job has ended', async () => {
    const { work, begun, release } = endless();
    const needs = held();
    await startHeld('one', work, needs);
    await vi.waitUntil(() => begun.mock.calls.length === 1);
    expect(needs.begin).toHaveBeenCalledOnce();
    expect(needs.end).not.toHaveBeenCalled();
    release();
    await vi.waitUntil(() => needs.end.mock.calls.length === 1);
  });

  test('is held while the job waits, and no longer when that is cancelled', async () => {
    const { work, release } = endless();
    await start('one', work);
    const needs = held();
    const second = vi.fn<Work>();
    await startHeld('two', second, needs);
    expect(needs.begin).toHaveBeenCalledOnce();
    expect(needs.end).not.toHaveBeenCalled();
    await cancelJob(database(), 'two');
    vi.advanceTimersByTime(500);
    await vi.waitUntil(() => needs.end.mock.calls.length === 1);
    release();
    await runner.stop();
    expect(second).not.toHaveBeenCalled();
  });

  test('is not stored for one job too many', async () => {
    const { work, release } = endless();
    await start('first', work);
    for (let job = 1; job < limits.jobsPerUser; job += 1) await start(`job-${job}`, async () => {});
    const needs = held();
    await expect(startHeld('late', work, needs)).rejects.toThrow('Wait until one');
    expect(needs.begin).not.toHaveBeenCalled();
    release();
  });

  test('is not held for a job that could not be recorded, and a job without it is not recorded', async () => {
    const { work } = endless();
    const needs = held();
    const known = { id: 'one', itemId: 'x', sourceId: 'x', username: 'grace' };
    await insertJob(database(), known);
    await expect(startHeld('one', work, needs)).rejects.toThrow('publish_job_pkey');
    expect(needs.end).toHaveBeenCalledOnce();
    const full = { ...held(), begin: () => Promise.reject(new Error('no room')) };
    await expect(startHeld('two', work, full)).rejects.toThrow('no room');
    expect(full.end).toHaveBeenCalledOnce();
    expect(await read('two')).toBeUndefined();
    await expect(start('three', async () => {})).resolves.toBeUndefined();
  });
});

describe('job whose database goes away', () => {
  let link: BreakableLink;
  let distant: Database;
  beforeEach(async () => {
    link = await linkTo(data!.url);
    distant = connectDatabase(link.url);
    runner = createJobRunner(distant);
  });
  afterEach(async () => {
    await runner.stop();
    await distant.destroy();
    await link.break();
  });

  test('is recorded as failed when the database is back', async () => {
    const { work, begun } = endless();
    await start('one', async (signal, onProgress) => {
      await link.break();
      setTimeout(() => void link.restore(), 1200);
      await sql`select 1`.execute(distant);
      await work(signal, onProgress);
    });
    await ended('one');
    expect(begun).not.toHaveBeenCalled();
    expect(await read('one')).toMatchObject({ status: 'failed', ...unforeseen });
    await vi.waitUntil(() => unexpected.mock.calls.length === 1);
  });

  test('stays completed when only the response to its commit was lost', async () => {
    await start('one', async () => {
      await completeJob(database(), 'one', {});
      throw new Error('Connection terminated unexpectedly');
    });
    await vi.waitUntil(() => unexpected.mock.calls.length === 1);
    expect(await read('one')).toMatchObject({ status: 'completed' });
  });

  test('does not keep the process from stopping', async () => {
    const begun = vi.fn<() => void>();
    await start('one', async () => {
      await link.break();
      begun();
      throw new Error('Connection terminated unexpectedly');
    });
    await vi.waitUntil(() => begun.mock.calls.length === 1);
    await runner.stop();
    await link.restore();
    expect(await read('one')).toMatchObject({ status: 'processing' });
  });
});

test('a job notes its progress once at a time', async () => {
  const { work, release } = endless();
  await start('one', work);
  await database()
    .transaction()
    .execute(async (transaction) => {
      // As while its end waits to be committed.
      await completeJob(transaction, 'one', {});
      for (let note = 0; note < 20; note += 1) vi.advanceTimersByTime(500);
      await pause(200);
      expect(poolOf(database()).totalCount - poolOf(database()).idleCount).toBe(2);
      expect(poolOf(database()).waitingCount).toBe(0);
    });
  release();
});

describe('jobs of several users', () => {
  test('alternate: a user with many waiting never runs two', async () => {
    const mine = Array.from({ length: 5 }, () => endless());
    for (const [index, job] of mine.entries()) await start(`mine${index}`, job.work);
    const other = endless();
    await start('other', other.work, 'ada');
    await vi.waitUntil(() => other.begun.mock.calls.length === 1);
    const begun = () => mine.filter((job) => job.begun.mock.calls.length > 0).length;
    expect(begun()).toBe(1);
    mine[0]!.release();
    await vi.waitUntil(() => begun() === 2);
  });

  test('are rejected beyond a number per user', async () => {
    for (let index = 0; index < limits.jobsPerUser; index++) await start(`mine${index}`, endless().work);
    await expect(start('more', endless().work)).rejects.toMatchObject({
      id: 'portal:too-many-jobs',
      status: 429,
    });
    expect(await findJob(database(), 'more-service', 'more')).toBeUndefined();
    await start('other', endless().work, 'ada');
  });
});

describe('work of jobs in a class of work', () => {
  test('waits in the turns of their user: two kinds of them leave a place to others', async () => {
    const documents = createBudget({ name: 'documents', concurrency: 2, queue: 4, deadlineMs: 60_000 });
    const others = [joinJobs, exportJobs].map((kind) => createJobRunner(database(), kind));
    const ending = Promise.withResolvers<void>();
    let inDocuments = 0;
    const work: Work = () =>
      documents.run(undefined, async () => {
        inDocuments += 1;
        await ending.promise;
      });
    for (const [index, each] of others.entries()) {
      const job = { id: `job${index}`, itemId: `job${index}-service`, sourceId: 'file', username: 'Grace' };
      await each.start(job, work, unexpected);
    }
    await vi.waitUntil(() => documents.count().used + documents.count().queued === 2);
    expect(documents.count()).toMatchObject({ used: 1, queued: 1 });
    const { signal } = new AbortController();
    const request = (caller: string) =>
      asRequester({ caller, signal }, () => documents.run(undefined, async () => caller));
    expect(await request('account ada')).toBe('account ada');
    ending.resolve();
    await vi.waitUntil(() => inDocuments === 2);
    await Promise.all(others.map((each) => each.stop()));
  });

  test('has their user as its sender, the organisation of the request, and ends with the job', async () => {
    const senders: ReturnType<typeof currentRequester>[] = [];
    const { work, begun } = endless();
    const closed = AbortSignal.abort(new Error('closed'));
    const request = { caller: 'account grace', organisation: 'members of portal 1', signal: closed };
    await asRequester(request, () =>
      start(
        'one',
        (signal, onProgress) => {
          senders.push(currentRequester());
          return work(signal, onProgress);
        },
        'Grace',
      ),
    );
    await vi.waitUntil(() => begun.mock.calls.length === 1);
    expect(senders).toMatchObject([{ caller: 'account grace', organisation: 'members of portal 1' }]);
    expect(senders[0]?.signal.aborted).toBe(false);
    await cancelJob(database(), 'one');
    vi.advanceTimersByTime(500);
    await ended('one');
    expect(senders[0]?.signal.aborted).toBe(true);
  });
});

describe('many jobs', () => {
  const names = Array.from({ length: limits.concurrentUploads + 2 }, (_, index) => `job${index}`);

  test('wait in a queue, and each that ends starts another, failed or not', async () => {
    const jobs = names.map(() => endless());
    for (const [index, name] of names.entries()) await start(name, jobs[index]!.work, `person${index}`);
    const running = () => jobs.filter(({ begun }) => begun.mock.calls.length > 0).length;
    await vi.waitUntil(() => running() === limits.concurrentUploads);
    jobs[0]!.release();
    await vi.waitUntil(() => running() === limits.concurrentUploads + 1);
    await cancelJob(database(), names[1]!);
    vi.advanceTimersByTime(500);
    await vi.waitUntil(() => running() === names.length);
    expect(jobs.every(({ begun }) => begun.mock.calls.length === 1)).toBe(true);
  });

  test('skip one that is cancelled in the queue', async () => {
    const jobs = names.map(() => endless());
    for (const [index, name] of names.entries()) await start(name, jobs[index]!.work, `person${index}`);
    const [waiting, last] = [names.at(-2)!, names.at(-1)!];
    await cancelJob(database(), waiting);
    vi.advanceTimersByTime(500);
    await ended(waiting);
    jobs[0]!.release();
    await vi.waitUntil(() => jobs.at(-1)!.begun.mock.calls.length === 1);
    expect(jobs.at(-2)!.begun).not.toHaveBeenCalled();
    expect(await read(last)).toMatchObject({ status: 'processing' });
  });

  test('all end at shutdown, queued ones included, and report why', async () => {
    for (const name of names) await start(name, endless().work);
    await runner.stop();
    for (const name of names) {
      expect(await read(name)).toMatchObject({
        status: 'failed',
        message: 'The server was restarted. Publish the file again.',
        faults: [{ path: '', code: 'server-stopped' }],
      });
    }
  });
});
