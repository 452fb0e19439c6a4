import { expect, it } from 'vitest';
import { commaList } from './comma-list.ts';

it.each([
  [undefined, []],
  ['', []],
  ['ada', ['ada']],
  [' ada , grace,,ada ', ['ada', 'grace']],
  [',', []],
])('%j is %j', (text, list) => expect(commaList(text)).toEqual(list));
