import { describe, expect, it } from 'vitest';
import type { CommentPin } from './comment-pins.ts';
import { nextPin, stackedPins } from './stacked-pins.ts';

const pin = (id: string, over: Partial<CommentPin> = {}): CommentPin => ({
  id,
  latitude: 51.12,
  longitude: 71.43,
  count: 1,
  leading: false,
  ...over,
});

describe('conversations on the map', () => {
  it('are one pin with all their comments at one place', () => {
    const stacks = stackedPins([pin('a'), pin('b', { count: 2 }), pin('c'), pin('far', { latitude: 51.13 })]);
    expect(stacks.map(({ count }) => count)).toEqual([4, 1]);
    expect(stacks.map(({ leading }) => leading)).toEqual([false, false]);
  });

  it('open one after the other by clicks on their place', () => {
    const openAt = (open: string) =>
      stackedPins(['a', 'b', 'c'].map((id) => pin(id, { leading: id === open }))).map(
        (stack) => nextPin(stack).id,
      );
    expect(['', 'a', 'b', 'c'].map((open) => openAt(open))).toEqual([['a'], ['b'], ['c'], ['a']]);
  });
});
