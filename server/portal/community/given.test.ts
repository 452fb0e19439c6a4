import { expect, it } from 'vitest';
import { given } from './group-store.ts';

it('keeps given values, blank and null included, and drops undefined', () => {
  const change = { title: undefined, snippet: '', thumbnail: null, protected: false, count: 0, tags: [] };
  expect(given(change)).toStrictEqual({ snippet: '', thumbnail: null, protected: false, count: 0, tags: [] });
});
