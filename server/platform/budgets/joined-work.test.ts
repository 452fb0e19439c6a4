import { expect, test } from 'vitest';
import { currentWork } from '../database/current-work.ts';
import { JoinedWork } from './joined-work.ts';
import { asRequester, currentRequester } from './requester.ts';
import { SharedWork } from './shared-work.ts';

test('requests that wait together get one result, later ones another', async () => {
  const joined = new JoinedWork<number>();
  const turn = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let runs = 0;
  const work = async (begin: () => void) => {
    await turn.promise;
    begin();
    runs += 1;
    const own = runs;
    await end.promise;
    return own;
  };
  const waiting = [joined.join('a', work), joined.join('a', work), joined.join('b', work)];
  turn.resolve();
  await expect.poll(() => runs).toBe(2);
  const later = joined.join('a', work);
  end.resolve();
  const [first, second] = await Promise.all(waiting);
  expect(first).toBe(second);
  expect(await later).toBe(3);
});

test('work that fails before its turn is not joined', async () => {
  const joined = new JoinedWork<number>();
  await expect(joined.join('a', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(await joined.join('a', async () => 1)).toBe(1);
});

test('work is aborted when the last requester has left, and not before', async () => {
  const joined = new JoinedWork<void>();
  const callers = [new AbortController(), new AbortController()];
  let work: AbortSignal | undefined;
  const waiting = callers.map(({ signal }) =>
    asRequester({ caller: 'address', signal }, () =>
      joined.join('a', async (begin) => {
        begin();
        work = currentWork()?.signal;
        await new Promise((resolve) => work?.addEventListener('abort', resolve));
      }),
    ),
  );
  const left = waiting.map((each) => expect(each).rejects.toThrow('left'));
  await expect.poll(() => work).toBeDefined();
  callers[0]?.abort(new Error('left'));
  await left[0];
  expect(work?.aborted).toBe(false);
  callers[1]?.abort(new Error('left'));
  await left[1];
  expect(work?.aborted).toBe(true);
});

test('shared work is in the share of its first requester, and goes on when it has left', async () => {
  const shared = new SharedWork<string | undefined>();
  const leaving = new AbortController();
  const goOn = Promise.withResolvers<void>();
  const work = async () => {
    await goOn.promise;
    const sender = currentRequester();
    return sender?.signal.aborted ? 'left' : sender?.caller;
  };
  const ask = (caller: string, signal: AbortSignal) =>
    asRequester({ caller, signal }, () => shared.join('a', work));
  const first = ask('first', leaving.signal);
  const second = ask('second', new AbortController().signal);
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  goOn.resolve();
  expect(await second).toBe('first');
});
