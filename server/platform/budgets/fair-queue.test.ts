import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const { signal } = new AbortController();
const one = { concurrency: 1, queue: 3, concurrencyPerCaller: 1, perCaller: 100 };

/** A queue whose only place is taken by the server itself, and who has been displaced from it. */
function startFull(options = one) {
  const queue = new FairQueue(options);
  const displaced: string[] = [];
  const wait = (caller: string, taken: Promise<unknown> | undefined) => {
    taken?.catch(() => displaced.push(caller));
    return taken !== undefined;
  };
  void queue.take(undefined, signal);
  return {
    queue,
    displaced,
    arrive: (caller: string) => wait(caller, queue.take({ caller }, signal)),
    return: (caller: string) => wait(caller, queue.takeAgain({ caller }, signal)),
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a full queue', () => {
  test('lets a newcomer take the place of another caller where all that the one with most has waiting is returning', async () => {
    const full = startFull();
    for (let n = 0; n < 2; n++) full.arrive('many');
    for (let n = 0; n < 5; n++) full.return('away');
    full.arrive('one');
    expect(full.arrive('newcomer')).toBe(true);
    await settle();
    expect(full.displaced).toEqual(['many']);
  });

  test('is not full of returning work, which is bounded where it was', () => {
    const full = startFull();
    for (let n = 0; n < 10; n++) full.return('away');
    expect(full.arrive('newcomer')).toBe(true);
  });

  test('counts what a caller has running, as that of the newcomer', async () => {
    const full = startFull({ concurrency: 3, queue: 1, concurrencyPerCaller: 2, perCaller: 100 });
    for (let n = 0; n < 3; n++) full.arrive('many');
    expect(full.arrive('newcomer')).toBe(true);
    await settle();
    expect(full.displaced).toEqual(['many']);
    expect(full.arrive('many')).toBe(false);
  });
});

test('a newcomer gets a place as long as another caller has more, of which some can give way', async () => {
  const callers = ['a', 'b', 'c', 'd'];
  const step = fc.record({ caller: fc.constantFrom(...callers), returns: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const full = startFull();
      const waiting = new Map(callers.map((caller) => [caller, { arrived: 0, returned: 0 }]));
      for (const { caller, returns } of steps) {
        const own = waiting.get(caller)!;
        if (returns) {
          full.return(caller);
          own.returned += 1;
          continue;
        }
        const all = [...waiting.values()];
        const has = ({ arrived, returned }: typeof own) => arrived + returned;
        const isFull = all.reduce((sum, { arrived }) => sum + arrived, 0) >= one.queue;
        const canGiveWay = all.some((each) => each.arrived > 0 && has(each) > has(own) + 1);
        const accepted = full.arrive(caller);
        await settle();
        for (const name of full.displaced.splice(0)) waiting.get(name)!.arrived -= 1;
        if (accepted) own.arrived += 1;
        expect(accepted).toBe(!isFull || canGiveWay);
      }
    }),
  );
});

test('work of one caller starts in the order in which it came, what returns before the rest', async () => {
  const step = fc.record({
    caller: fc.constantFrom('a', 'b', 'c'),
    does: fc.constantFrom('arrive', 'return', 'end'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const queue = new FairQueue({
        concurrency: 1,
        queue: Infinity,
        concurrencyPerCaller: 1,
        perCaller: Infinity,
      });
      const release = await queue.take(undefined, signal);
      const lines = new Map(
        ['a', 'b', 'c'].map((name) => [name, { returned: [] as number[], arrived: [] as number[] }]),
      );
      const running: { caller: string; id: number; release: () => void }[] = [];
      const end = async () => {
        const [ended] = running.splice(0, 1);
        ended?.release();
        await settle();
        for (const { caller, id } of running) {
          const line = lines.get(caller)!;
          expect(id).toBe(line.returned.shift() ?? line.arrived.shift());
        }
      };
      running.push({ caller: '', id: -1, release: release! });
      for (const [id, { caller, does }] of steps.entries()) {
        if (does === 'end') {
          if (queue.waiting > 0) await end();
          continue;
        }
        const line = lines.get(caller)!;
        (does === 'return' ? line.returned : line.arrived).push(id);
        const place =
          does === 'return' ? queue.takeAgain({ caller }, signal) : queue.take({ caller }, signal);
        void place?.then((release) => running.push({ caller, id, release }));
      }
      while (queue.waiting > 0) await end();
    }),
  );
});

test('a release starts all who have a place then', async () => {
  const queue = new FairQueue({
    concurrency: 3,
    queue: 9,
    concurrencyPerCaller: 1,
    perCaller: 9,
    organisations: { concurrency: 1, perOrganisation: 9 },
  });
  const release = await queue.take({ caller: 'a', organisation: 'town' }, signal);
  const started: string[] = [];
  const wait = (caller: string, organisation: string) =>
    void queue.take({ caller, organisation }, signal)?.then(() => started.push(`${caller} ${organisation}`));
  wait('a', 'harbour');
  wait('b', 'town');
  await settle();
  expect(started).toEqual([]);
  release?.();
  await settle();
  expect(started.toSorted()).toEqual(['a harbour', 'b town']);
});
