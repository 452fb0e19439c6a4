import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['grace', 'G'],
  ['  Jan  van der Berg ', 'JB'],
  ['Айгүл Сәрсенова', 'АС'],
  ['👩‍🚀 Pilot', '👩‍🚀P'],
  ['(Ada) “Countess” Lovelace', 'AL'],
  ['- Jan', 'J'],
  ['ßen', 'S'],
  ['', ''],
])('%j is %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
