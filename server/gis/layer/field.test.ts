import { expect, test } from 'vitest';
import { findField } from './field.ts';

test.each([
  ['Name', 0],
  ['name', 1],
  ['NAME', 0],
  ['code', 2],
  ['constructor', undefined],
  ['', undefined],
])('%j is found as written, else in any letter case', (name, index) => {
  const fields = [{ name: 'Name' }, { name: 'name' }, { name: 'CODE' }];
  expect(findField(fields, name)).toBe(index === undefined ? undefined : fields[index]);
});

test('a field that was added to a list later is found', () => {
  const fields = [{ name: 'first' }];
  expect(findField(fields, 'second')).toBeUndefined();
  fields.push({ name: 'second' });
  expect(findField(fields, 'SECOND')).toBe(fields[1]);
});
