import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferFields, valueFor } from './infer-fields.ts';

const typesOf = (...values: unknown[]) => inferFields(values.map((a) => ({ a })))[0]?.type;

describe('the inferred fields of a file', () => {
  it('have a type that fits every value', () => {
    expect(typesOf(1, 2, null)).toBe('integer');
    expect(typesOf(1, 2.5)).toBe('double');
    expect(typesOf(1, 3e9)).toBe('double');
    expect(typesOf('2024-02-29', '2024-03-01T10:00:00Z')).toBe('date');
    expect(typesOf('2024-02-29', null, '2024-05-01')).toBe('date-only');
    expect(typesOf('2024-02-29', 'soon')).toBe('string');
    expect(typesOf(1, 'one')).toBe('string');
    expect(typesOf(null, '')).toBe('string');
    expect(typesOf({ a: 1 })).toBe('string');
  });

  it('have unique names that where clauses accept', () => {
    const names = inferFields([{ Name: 1, 'name ': 2, Название: 3, Қала: 4, '2nd': 5, OBJECTID: 6 }]).map(
      ({ name }) => name,
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
    expect(names.every((name) => /^[A-Za-z_]\w*$/.test(name))).toBe(true);
    expect(names.map((name) => name.toLowerCase())).not.toContain('objectid');
  });

  it('never collide, whatever the file contains', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.anything(), { maxKeys: 12 }), (row) => {
        const names = inferFields([row]).map(({ name }) => name.toLowerCase());
        expect(new Set(names).size).toBe(Object.keys(row).length);
        expect(names.every((name) => /^[a-z_]\w*$/.test(name))).toBe(true);
      }),
    );
  });
});

it('values match their fields', () => {
  expect(valueFor('date', '1970-01-02')).toBe(86_400_000);
  expect(valueFor('date-only', '2024-02-29')).toBe('2024-02-29');
  expect(valueFor('string', 5)).toBe('5');
  expect(valueFor('string', ['a'])).toBe('["a"]');
  expect(valueFor('double', '')).toBeNull();
});
