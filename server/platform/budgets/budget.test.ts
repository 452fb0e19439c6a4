import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import {
  asBookkeeping,
  beginCommit,
  currentWork,
  type Work,
  withoutPlaces,
} from '../database/current-work.ts';
import { type BudgetOptions, createBudget, errorOfRequest } from './budget.ts';
import { busy } from './budget-errors.ts';
import { asRequester } from './requester.ts';

const budget = (options: Partial<BudgetOptions> = {}) =>
  createBudget({ name: 'search', concurrency: 2, queue: 4, deadlineMs: 60_000, callerShare: 1, ...options });

/** Work that runs until it is ended, and what it received. */
function open() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const seen: { signal?: AbortSignal } = {};
  const work = (signal: AbortSignal) => {
    seen.signal = signal;
    return promise;
  };
  return { work, seen, end: resolve, fail: reject };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const from = (caller: string) => ({ caller, signal: new AbortController().signal });

describe('a budget', () => {
  test('runs a limited number at once, in order, and the rest as places become free', async () => {
    const { run, count } = budget();
    const works = [open(), open(), open()];
    const answers = works.map(({ work }) => run(undefined, work));
    await settle();
    expect(works.map(({ seen }) => seen.signal !== undefined)).toEqual([true, true, false]);
    expect(count()).toEqual({ used: 2, queued: 1, refused: 0 });
    works[0]?.end('first');
    expect(await answers[0]).toBe('first');
    await settle();
    expect(works[2]?.seen.signal).toBeDefined();
    works[1]?.fail(new Error('broken'));
    works[2]?.end('third');
    await expect(answers[1]).rejects.toThrow('broken');
    expect(await answers[2]).toBe('third');
    expect(count()).toEqual({ used: 0, queued: 0, refused: 0 });
  });

  test('rejects work that finds the queue full, and reports when to retry', async () => {
    const { run, count } = budget({ concurrency: 1, queue: 1, retryAfterSeconds: 7 });
    const [running, waiting] = [open(), open()];
    const answers = [run(undefined, running.work), run(undefined, waiting.work)];
    await expect(run(undefined, open().work)).rejects.toMatchObject({
      id: 'busy:search',
      status: 503,
      retryAfterSeconds: 7,
    });
    expect(count()).toEqual({ used: 1, queued: 1, refused: 1 });
    running.end('');
    waiting.end('');
    await Promise.all(answers);
  });

  test('aborts waiting and running work at its deadline, and frees its place once settled', async () => {
    const { run, count } = budget({ concurrency: 1, deadlineMs: 20 });
    const running = open();
    const answers = await Promise.allSettled([run(undefined, running.work), run(undefined, open().work)]);
    expect(answers).toMatchObject([
      { reason: { id: 'busy:search-took-too-long', status: 503 } },
      { reason: { id: 'busy:search', status: 503 } },
    ]);
    expect(running.seen.signal?.aborted).toBe(true);
    expect(count()).toMatchObject({ used: 1, queued: 0 });
    running.fail(new Error('cancelled'));
    await settle();
    expect(count()).toMatchObject({ used: 0 });
  });

  test('drops the work of a caller who disconnected, waiting or not', async () => {
    const { run, count } = budget({ concurrency: 1 });
    const caller = new AbortController();
    const running = open();
    const answers = [run(caller.signal, running.work), run(caller.signal, open().work)];
    await settle();
    caller.abort();
    const left = { status: 'rejected', reason: { status: 499 } };
    expect(await Promise.allSettled(answers)).toMatchObject([left, left]);
    expect(running.seen.signal?.aborted).toBe(true);
    await expect(run(caller.signal, open().work)).rejects.toMatchObject({ status: 499 });
    running.end('');
    await settle();
    expect(count()).toEqual({ used: 0, queued: 0, refused: 0 });
  });

  test('limits one caller to a share of the places, and of places and queue', async () => {
    const { run } = budget({ concurrency: 2, queue: 4, callerShare: 0.5 });
    const mine = [open(), open(), open(), open()];
    const yours = open();
    const start = (caller: string, { work }: ReturnType<typeof open>) =>
      asRequester(from(caller), () => run(undefined, work));
    const answers = mine.slice(0, 3).map((work) => start('mine', work));
    await expect(start('mine', mine[3] ?? open())).rejects.toMatchObject({ id: 'busy:search' });
    const answer = start('yours', yours);
    await settle();
    expect([...mine, yours].map(({ seen }) => seen.signal !== undefined)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    for (const { end } of [...mine, yours]) end('done');
    expect(await Promise.all([...answers, answer])).toHaveLength(4);
  });

  test('gives one caller no more than a share of places that cannot be divided, and at least one', async () => {
    const used = async (concurrency: number) => {
      const { run, count } = budget({ concurrency, queue: 10, callerShare: 0.5 });
      const works = Array.from({ length: concurrency }, open);
      const answers = works.map(({ work }) => asRequester(from('mine'), () => run(undefined, work)));
      const { used: held } = count();
      for (const { end } of works) end('done');
      await Promise.allSettled(answers);
      return held;
    };
    expect(await Promise.all([1, 2, 3, 5].map(used))).toEqual([1, 1, 1, 2]);
  });

  test('has room in a full queue for callers who have less in it than others', async () => {
    const { run, count } = budget({ concurrency: 1, queue: 4, callerShare: 0.5 });
    const running = open();
    const started: string[] = [];
    const start = (caller: string) =>
      asRequester(from(caller), () =>
        run(undefined, async () => {
          started.push(caller);
          return caller;
        }),
      );
    const first = run(undefined, running.work);
    const many = ['a', 'a', 'b', 'b'].map(start);
    await settle();
    const few = [start('c'), start('d')];
    await expect(start('c')).rejects.toMatchObject({ id: 'busy:search' });
    expect(count()).toMatchObject({ queued: 4, refused: 3 });
    running.end('');
    await first;
    expect(await Promise.all(few)).toEqual(['c', 'd']);
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { id: 'busy:search', status: 503, retryAfterSeconds: 5 } });
    expect(started.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('serves waiting callers in turn, however many requests one of them sent', async () => {
    const { run } = budget({ concurrency: 1, queue: 10 });
    const order: string[] = [];
    const start = (caller: string) =>
      asRequester(from(caller), () =>
        run(undefined, async () => {
          order.push(caller);
        }),
      );
    const first = open();
    const answers: Promise<unknown>[] = [run(undefined, first.work)];
    for (const caller of ['a', 'a', 'a', 'b', 'c']) answers.push(start(caller));
    first.end('');
    await Promise.all(answers);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  test('runs work within its own work in the same place, so that it never waits for itself', async () => {
    const { run, count } = budget({ concurrency: 1, queue: 0 });
    const other = budget({ name: 'geometry' });
    const counts = await run(undefined, () =>
      other.run(undefined, () => run(undefined, async () => count())),
    );
    expect(counts).toEqual({ used: 1, queued: 0, refused: 0 });
  });

  test('gives work that its own work has started, and that outlasts it, a place of its own', async () => {
    const { run, count } = budget({ concurrency: 1 });
    const [begin, later] = [open(), open()];
    const started = await run(undefined, async () => ({
      work: begin.work(new AbortController().signal).then(() => run(undefined, later.work)),
    }));
    begin.end('');
    await settle();
    expect(count()).toMatchObject({ used: 1 });
    later.end('');
    await started.work;
  });

  test('lends its connections to all of its work, including nested work', async () => {
    const outer = budget({ connections: 1 });
    const inner = budget({ name: 'geometry' });
    await outer.run(undefined, () =>
      inner.run(undefined, async () => {
        const work = currentWork();
        const take = () => work?.takeConnection?.(work.signal);
        const giveBack = await take();
        const second = take();
        expect(await Promise.race([second, settle()])).toBeUndefined();
        giveBack?.();
        expect(await second).toBeTypeOf('function');
      }),
    );
  });
});

describe('work that waits for another host', () => {
  /** Work that waits for another host until `answer`, and then for `finish`. */
  function away() {
    const [host, rest] = [open(), open()];
    const seen: { isBack?: boolean } = {};
    const work = async (signal: AbortSignal) => {
      await withoutPlaces(() => host.work(signal));
      seen.isBack = true;
      return rest.work(signal);
    };
    return { work, seen, answer: () => host.end(''), fail: host.fail, finish: () => rest.end('done') };
  }

  test('holds no place, and gets one again before it continues', async () => {
    const { run, count } = budget({ concurrency: 1, queue: 1 });
    const [slow, other, late] = [away(), open(), open()];
    const answers = [run(undefined, slow.work)];
    await settle();
    expect(count()).toMatchObject({ used: 0, queued: 0 });
    answers.push(run(undefined, other.work), run(undefined, late.work));
    await settle();
    expect(count()).toMatchObject({ used: 1, queued: 1, refused: 0 });
    expect(other.seen.signal).toBeDefined();
    slow.answer();
    await settle();
    // However long the queue is.
    expect(count()).toMatchObject({ used: 1, queued: 2, refused: 0 });
    expect(slow.seen.isBack).toBeUndefined();
    // Before what arrived later.
    other.end('');
    await expect.poll(() => slow.seen.isBack).toBe(true);
    expect(late.seen.signal).toBeUndefined();
    slow.finish();
    late.end('');
    expect(await Promise.all(answers)).toEqual(['done', '', '']);
    expect(count()).toEqual({ used: 0, queued: 0, refused: 0 });
  });

  test('leaves the places of all classes it is part of', async () => {
    const [outer, inner] = [budget({ name: 'content' }), budget({ name: 'documents' })];
    const slow = away();
    const answer = outer.run(undefined, () => inner.run(undefined, slow.work));
    await settle();
    expect([outer.count().used, inner.count().used]).toEqual([0, 0]);
    slow.answer();
    await expect.poll(() => slow.seen.isBack).toBe(true);
    expect([outer.count().used, inner.count().used]).toEqual([1, 1]);
    slow.finish();
    expect(await answer).toBe('done');
    expect([outer.count().used, inner.count().used]).toEqual([0, 0]);
  });

  test('in several places at once holds one place again when all of them have answered', async () => {
    const { run, count } = budget({ concurrency: 1 });
    const [first, second, rest] = [open(), open(), open()];
    const answer = run(undefined, async (signal) => {
      await Promise.all([first, second].map(({ work }) => withoutPlaces(() => work(signal))));
      return rest.work(signal);
    });
    await settle();
    first.end('');
    await settle();
    expect(count().used).toBe(0);
    second.end('');
    await settle();
    expect(count().used).toBe(1);
    rest.end('done');
    expect(await answer).toBe('done');
    expect(count().used).toBe(0);
  });

  test('takes no place again after its caller left', async () => {
    const { run, count } = budget({ concurrency: 1 });
    const leaving = new AbortController();
    const slow = away();
    const answer = run(leaving.signal, slow.work);
    await settle();
    leaving.abort();
    await expect(answer).rejects.toMatchObject({ id: 'http:caller-left' });
    slow.fail(new Error('ended'));
    await settle();
    expect(count()).toEqual({ used: 0, queued: 0, refused: 0 });
  });
});

describe('work whose deadline passes while it commits, or after', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Work that commits, in a budget within another one. */
  function committing() {
    const { work, end, fail } = open();
    const commit = Promise.withResolvers<void>();
    commit.promise.catch(() => {});
    const answer = budget({ name: 'content' }).run(undefined, () =>
      budget().run(undefined, (signal) => {
        const ended = beginCommit(currentWork() as Work);
        commit.promise.then(
          () => ended(true),
          () => ended(false),
        );
        return work(signal);
      }),
    );
    answer.catch(() => {});
    return { answer, commit, end, fail };
  }
  const unknown = { id: 'database:outcome-unknown', status: 503, retryAfterSeconds: undefined };

  test('is answered by what it returns', async () => {
    const { answer, commit, end } = committing();
    await settle();
    vi.advanceTimersByTime(60_000);
    commit.resolve();
    end('saved');
    expect(await answer).toBe('saved');
  });

  test('and that fails afterwards may have saved', async () => {
    const { answer, commit, fail } = committing();
    await settle();
    vi.advanceTimersByTime(60_000);
    commit.resolve();
    fail(new Error('aborted'));
    await expect(answer).rejects.toMatchObject(unknown);
  });

  test('and whose commit is refused fails with the reason', async () => {
    const { answer, commit, fail } = committing();
    await settle();
    vi.advanceTimersByTime(60_000);
    commit.reject(new Error('quota'));
    fail(new Error('quota'));
    await expect(answer).rejects.toThrow('quota');
  });

  test('may have saved when the commit takes too long', async () => {
    const { answer } = committing();
    await settle();
    vi.advanceTimersByTime(60_000);
    await settle();
    vi.advanceTimersByTime(5000);
    await expect(answer).rejects.toMatchObject(unknown);
  });

  test('is answered by what it returns after it has committed', async () => {
    const { answer, commit, end } = committing();
    commit.resolve();
    await settle();
    vi.advanceTimersByTime(60_000);
    end('saved');
    expect(await answer).toBe('saved');
  });

  test('may have saved when it takes too long after its commit', async () => {
    const { answer, commit } = committing();
    commit.resolve();
    await settle();
    vi.advanceTimersByTime(60_000);
    await settle();
    vi.advanceTimersByTime(5000);
    await expect(answer).rejects.toMatchObject(unknown);
  });

  test('is answered as late when its commit had failed', async () => {
    const { answer, commit } = committing();
    commit.reject(new Error('serialization'));
    await settle();
    vi.advanceTimersByTime(60_000);
    await expect(answer).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });

  test.each([
    ['found no place', busy('documents', 5)],
    ['found its service replaced', new MappingError('services:replaced', '', { status: 503 })],
    ['did not reach a portal', new MappingError('membership:portal-unreachable', '', { status: 503 })],
    ['waited too long for a lock', Object.assign(new Error('lock timeout'), { code: '55P03' })],
    ['found the disk of the database full', Object.assign(new Error('full'), { code: '53100' })],
    ['found its own disk full', Object.assign(new Error('full'), { code: 'ENOSPC' })],
    [
      'failed because a disk was full',
      new MappingError('picture:failed', '', { status: 500, cause: { code: 'ENOSPC' } }),
    ],
  ])('and that %s after its commit may have saved', async (_what, error) => {
    const { answer, commit, fail } = committing();
    commit.resolve();
    await settle();
    fail(error);
    await expect(answer).rejects.toMatchObject(unknown);
  });

  test('and whose quota is then used up is told so: it asks for nothing to be sent again', async () => {
    const { answer, commit, fail } = committing();
    commit.resolve();
    await settle();
    fail(new MappingError('quota:person-bytes', 'Full.', { status: 409 }));
    await expect(answer).rejects.toMatchObject({ status: 409 });
  });

  test.each<[string, Partial<BudgetOptions>]>([
    ['finds no place', { concurrency: 1, queue: 0 }],
    ['waits too long for one', { concurrency: 1 }],
    ['takes too long', {}],
  ])(
    'and later work of the same request that %s may have saved; that of others has not',
    async (_what, how) => {
      const { run } = budget({ ...how, name: 'later' });
      const [first, others] = [from('ada'), from('ada')];
      void run(undefined, open().work).catch(() => {});
      await asRequester(first, () =>
        budget({ name: 'content' }).run(undefined, async () => beginCommit(currentWork() as Work)(true)),
      );
      const answers = [first, others].map((requester) =>
        asRequester(requester, () => run(undefined, open().work)),
      );
      for (const answer of answers) answer.catch(() => {});
      await settle();
      vi.advanceTimersByTime(60_000);
      await settle();
      vi.advanceTimersByTime(5000);
      await expect(answers[0]).rejects.toMatchObject(unknown);
      await expect(answers[1]).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    },
  );

  test('and whose request is refused afterwards, outside of all work, may have saved', async () => {
    const error = new MappingError('http:answers-waiting', 'Busy.', { status: 503, retryAfterSeconds: 5 });
    const [saver, reader] = [from('ada'), from('ada')];
    await asRequester(saver, () =>
      budget().run(undefined, async () => beginCommit(currentWork() as Work)(true)),
    );
    expect(asRequester(saver, () => errorOfRequest(error))).toMatchObject(unknown);
    expect(asRequester(reader, () => errorOfRequest(error))).toBe(error);
  });

  test('is answered as late after it has only counted attempts', async () => {
    const { work } = open();
    const answer = budget().run(undefined, (signal) => {
      asBookkeeping(() => beginCommit(currentWork() as Work)(true));
      return work(signal);
    });
    answer.catch(() => {});
    vi.advanceTimersByTime(60_000);
    await expect(answer).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });
});
