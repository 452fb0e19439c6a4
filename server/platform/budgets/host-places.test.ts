import { describe, expect, test } from 'vitest';
import { HostPlaces } from './host-places.ts';
import { asRequester } from './requester.ts';

const limits = {
  concurrency: 2,
  queue: 2,
  callerShare: 0.5,
  organisationShare: 1,
  seconds: 60,
  inAll: 3,
  inAllPerCaller: 2,
  inAllPerOrganisation: 3,
};
/** @param caller a caller, or a caller of an organisation: `ada of town` */
const from = (caller: string, signal = new AbortController().signal) => {
  const [, organisation] = caller.split(' of ');
  return { caller, signal, ...(organisation !== undefined && { organisation }) };
};
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Requests to hosts that do not answer. */
function silence(more: Partial<typeof limits> = {}) {
  const places = new HostPlaces({ ...limits, ...more });
  const ending = new AbortController();
  const started: string[] = [];
  const ask = (caller: string, host: string, signal?: AbortSignal) =>
    asRequester(from(caller, signal), () =>
      places.run(host, (ended) => {
        started.push(`${caller} ${host}`);
        return new Promise<string>((resolve, reject) => {
          if (ending.signal.aborted) resolve('answered');
          ending.signal.addEventListener('abort', () => resolve('answered'));
          ended.addEventListener('abort', () => reject(new Error('ended')));
        });
      }),
    );
  return { places, started, ask, end: () => ending.abort() };
}

const busy = { id: 'busy:hosts', status: 503, retryAfterSeconds: 5 };

test('a host that does not answer takes the places of no other host', async () => {
  const { places, started, ask, end } = silence();
  const waiting = ['ada', 'grace', 'hedy', 'ida'].map((caller) => ask(caller, 'slow'));
  await expect(ask('olga', 'slow')).rejects.toMatchObject(busy);
  const other = ask('olga', 'quick');
  await settle();
  expect(started).toEqual(['ada slow', 'grace slow', 'olga quick']);
  expect(places.count()).toEqual({ used: 3, queued: 2, refused: 1 });
  end();
  expect(await Promise.all([...waiting, other])).toEqual(Array(5).fill('answered'));
  expect(places.count()).toEqual({ used: 0, queued: 0, refused: 1 });
});

test('one caller gets a share of a host, and of all hosts together', async () => {
  const { started, ask, end } = silence();
  const waiting = [ask('ada', 'one'), ask('ada', 'one'), ask('ada', 'two')];
  await expect(ask('ada', 'one')).rejects.toMatchObject(busy);
  await expect(ask('ada', 'three')).rejects.toMatchObject(busy);
  waiting.push(ask('grace', 'three'));
  await settle();
  expect(started).toEqual(['ada one', 'ada two', 'grace three']);
  end();
  await Promise.all(waiting);
});

test('a caller who leaves frees the place for the next', async () => {
  const { started, ask, end } = silence();
  const leaving = new AbortController();
  const left = ask('ada', 'one', leaving.signal);
  const next = ask('ada', 'one');
  await settle();
  expect(started).toEqual(['ada one']);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ id: 'http:caller-left' });
  await settle();
  expect(started).toEqual(['ada one', 'ada one']);
  end();
  expect(await next).toBe('answered');
});

test('a request that never ends, whatever its signal says, keeps no place', async () => {
  const places = new HostPlaces({ ...limits, concurrency: 1, inAll: 1 });
  const leaving = new AbortController();
  const begun = Promise.withResolvers<void>();
  const endless = asRequester(from('ada', leaving.signal), () =>
    places.run('one', () => {
      begun.resolve();
      return new Promise(() => {});
    }),
  );
  const ended = Promise.allSettled([endless]);
  await begun.promise;
  leaving.abort();
  expect(await ended).toMatchObject([{ status: 'rejected', reason: { id: 'http:caller-left' } }]);
  for (const host of ['one', 'two'])
    expect(await asRequester(from('grace'), () => places.run(host, async () => host))).toBe(host);
  expect(places.count().used).toBe(0);
});

describe('an organisation', () => {
  test('gets a share of all hosts together, however many callers it has', async () => {
    const { started, ask, end } = silence({ inAll: 4, inAllPerOrganisation: 2 });
    const waiting = [ask('ada of town', 'one'), ask('grace of town', 'two')];
    await expect(ask('olga of town', 'three')).rejects.toMatchObject(busy);
    waiting.push(ask('ida of village', 'three'), ask('without', 'three'));
    await settle();
    expect(started).toEqual([
      'ada of town one',
      'grace of town two',
      'ida of village three',
      'without three',
    ]);
    end();
    await Promise.all(waiting);
  });

  test('gets a share of the places and of the queue of one host', async () => {
    const share = { concurrency: 4, queue: 4, callerShare: 0.25, organisationShare: 0.5, inAll: 100 };
    const { places, started, ask, end } = silence(share);
    const waiting = ['ada', 'grace', 'olga', 'eve'].map((name) => ask(`${name} of town`, 'one'));
    await expect(ask('zoe of town', 'one')).rejects.toMatchObject(busy);
    waiting.push(ask('ida of village', 'one'));
    await settle();
    expect(started).toEqual(['ada of town one', 'grace of town one', 'ida of village one']);
    expect(places.count()).toEqual({ used: 3, queued: 2, refused: 1 });
    end();
    await Promise.all(waiting);
  });

  test('has its turn before the second one of another with more callers', async () => {
    const { started, ask, end } = silence({ concurrency: 1, queue: 8, callerShare: 1, inAll: 100 });
    const waiting = ['ada of town', 'grace of town', 'olga of town', 'ida of village'].map((name) =>
      ask(name, 'one'),
    );
    end();
    await Promise.all(waiting);
    expect(started).toEqual(
      ['ada', 'grace', 'ida', 'olga'].map((name) => expect.stringMatching(`^${name} `)),
    );
  });

  test('gives way in a full queue to one with less work, whichever of its callers waits', async () => {
    const { ask, end } = silence({ concurrency: 1, queue: 3, callerShare: 1, inAll: 100 });
    const answers = ['ada', 'grace', 'olga', 'eve'].map((name) => ask(`${name} of town`, 'one'));
    const displaced = Promise.allSettled(answers);
    const late = ask('ida of village', 'one');
    await settle();
    end();
    expect(await late).toBe('answered');
    const states = (await displaced).map(({ status }) => status);
    expect(states.filter((status) => status === 'rejected')).toHaveLength(1);
  });
});
