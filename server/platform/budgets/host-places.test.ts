import { expect, test } from 'vitest';
import { HostPlaces } from './host-places.ts';
import { asRequester } from './requester.ts';

const limits = { atOnce: 2, queue: 2, callerShare: 0.5, seconds: 60, inAll: 3, inAllPerCaller: 2 };
const from = (caller: string, signal = new AbortController().signal) => ({ caller, signal });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Requests to hosts that do not answer. */
function silence() {
  const places = new HostPlaces(limits);
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
  const waiting = [ask('ada', 'slow'), ask('grace', 'slow'), ask('ada', 'slow'), ask('grace', 'slow')];
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
