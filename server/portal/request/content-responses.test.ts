import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { ContentResponses } from './content-responses.ts';
import { type ContentState, isUnchanged } from './content-state-store.ts';

const state = (changes: number, unfinished: string[] = []): ContentState => ({
  node: 1,
  changes,
  unfinished,
});

/** Responses by number, and the state that the next request finds. */
function stored() {
  const now: { state: ContentState | undefined; made: number } = { state: state(1), made: 0 };
  const responses = new ContentResponses<string>(
    async () => now.state,
    (response) => 2 * response.length,
  );
  const find = (key: string, more = '') =>
    responses.find(key, async (begin) => {
      begin();
      return `${(now.made += 1)}${more}`;
    });
  return { now, responses, find };
}

test('a response is stored by its key until something is written', async () => {
  const { now, find } = stored();
  expect([await find('a'), await find('a'), await find('b'), await find('a')]).toEqual(['1', '1', '2', '1']);
  now.state = state(2);
  expect([await find('a'), await find('a'), await find('b')]).toEqual(['3', '3', '4']);
});

test.each<[string, ContentState, ContentState, boolean]>([
  ['nothing was written', state(1), state(1), true],
  ['something was written', state(1), state(2), false],
  ['a transaction began', state(1), state(1, ['7']), true],
  ['a transaction goes on', state(1, ['7', '8']), state(1, ['8', '7', '9']), true],
  ['one of two has ended', state(1, ['7', '8']), state(1, ['8']), false],
  ['another node answers', state(1), { ...state(1), node: 2 }, false],
])('when %s', (_what, before, now, unchanged) => {
  expect(isUnchanged(before, now)).toBe(unchanged);
});

test('requests ask together, but never before they came', async () => {
  const asked: PromiseWithResolvers<ContentState>[] = [];
  const responses = new ContentResponses<string>(
    () => {
      const next = Promise.withResolvers<ContentState>();
      asked.push(next);
      return next.promise;
    },
    () => 1,
  );
  let made = 0;
  const find = () => responses.find('a', async () => String((made += 1)));
  const early = [find(), find()];
  await expect.poll(() => asked.length).toBe(1);
  const late = [find(), find()];
  asked[0]?.resolve(state(1));
  expect(await Promise.all(early)).toEqual(['1', '1']);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve(state(2));
  expect(await Promise.all(late)).toEqual(['2', '2']);
});

test('a question that fails is asked again, and a failed answer is not stored', async () => {
  const { now, responses, find } = stored();
  await expect(responses.find('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await find('a')).toBe('1');
  const failing = new ContentResponses<string>(
    async () => {
      if (now.made === 1) throw new Error('away');
      return now.state;
    },
    () => 1,
  );
  await expect(failing.find('a', async () => 'x')).rejects.toThrow('away');
  now.made = 2;
  expect(await failing.find('a', async () => 'y')).toBe('y');
});

test('nothing is stored where a replica answers', async () => {
  const { now, find } = stored();
  now.state = undefined;
  expect([await find('a'), await find('a')]).toEqual(['1', '2']);
});

test('the least recently used responses make room, and a long one is not stored', async () => {
  const { find } = stored();
  const third = 'x'.repeat(limits.contentResponseBytes / 2 - 20);
  const many = Math.floor(limits.contentResponsesBytes / limits.contentResponseBytes);
  await find('first', third);
  const first = await find('first', third);
  for (let each = 0; each < many - 1; each += 1) await find(`other ${each}`, third);
  expect(await find('first', third)).toBe(first);
  await find('one more', third);
  await find('and another', third);
  expect(await find('first', third)).toBe(first);
  expect((await find('other 0', third)).startsWith('1')).toBe(false);
  const long = 'x'.repeat(limits.contentResponseBytes);
  expect(await find('long', long)).not.toBe(await find('long', long));
});
