import { expect, it } from 'vitest';
import { nameOf } from './admit-user.ts';

it.each([
  [{ username: 'grace', email: 'g@city.example', subject: '1' }, 'grace'],
  [{ username: '', email: 'g.hopper@city.example', subject: '1' }, 'g.hopper'],
  [{ username: 'Zoë Müller', email: '', subject: '1' }, 'Zoe_Muller'],
  // Names in other scripts would all become the same.
  [{ username: 'Айгүл', email: 'aigul@city.example', subject: '1' }, 'aigul'],
  [{ username: 'Айгүл', email: 'айгүл@city.example', subject: '4f1c' }, '4f1c'],
  [{ username: 'Айгүл', email: '', subject: 'әдебиет' }, 'user'],
])('names the account of %j “%s”', (person, username) => {
  expect(nameOf(person)).toBe(username);
});
