import { expect, it } from 'vitest';
import { given } from './given.ts';

it('keeps what is given, blank and null included, and drops what is undefined', () => {
  const change = { title: undefined, snippet: '', thumbnail: null, protected: false, count: 0, tags: [] };
  expect(given(change)).toStrictEqual({ snippet: '', thumbnail: null, protected: false, count: 0, tags: [] });
});
