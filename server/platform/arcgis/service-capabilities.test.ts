import { expect, test } from 'vitest';
import { readServiceCapabilities } from './service-capabilities.ts';

test.each([
  ['', 'Query'],
  ['Query', 'Query'],
  ['Editing', 'Create,Delete,Query,Update,Editing'],
  ['Update,Query', 'Query,Update,Editing'],
  ['Editing,Create', 'Create,Query,Editing'],
  ['Extract,Query', 'Query,Extract'],
])('“%s” means %s', (names, expected) => {
  expect(readServiceCapabilities(names.split(',').filter(Boolean), 'capabilities').join(',')).toBe(expected);
});

test('refuses a capability that services here do not have, and lists the others', () => {
  expect(() => readServiceCapabilities(['Query', 'Uploads'], 'capabilities')).toThrow(
    'capabilities: Uploads is not supported. Choose from Create, Delete, Query, Update, Editing, Extract.',
  );
});
