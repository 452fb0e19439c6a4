import { expect, it } from 'vitest';
import { initials } from './user-menu.tsx';

it.each([
  ['Ada Lovelace', 'AL'],
  ['grace', 'G'],
  ['  Jan  van der Berg ', 'JB'],
  ['Айгүл Сәрсенова', 'АС'],
  ['👩‍🚀 Pilot', '👩‍🚀P'],
  ['', ''],
])('%j is %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
