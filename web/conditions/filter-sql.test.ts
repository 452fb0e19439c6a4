import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Clause,
  type ClauseGroup,
  emptyClause,
  type FieldKind,
  filterSql,
  isComplete,
  isGroup,
  operators,
} from './filter-sql.ts';
import type { FieldTime } from '../map/layers/time-zone.ts';
import { readFilter } from './read-filter.ts';

const kinds = { name: 'text', height: 'number', opened: 'date' } as const;
const paris = { zone: 'Europe/Paris', sqlZone: 'UTC' };
const fieldIn = (time?: FieldTime) => (field: string) => {
  const kind = kinds[field as keyof typeof kinds];
  return kind && { kind, ...(kind === 'date' && time && { time }) };
};
const fieldOf = fieldIn();

const clause = (over: Partial<Clause>): Clause => ({
  field: 'name',
  kind: 'text',
  operator: 'is',
  value: 'x',
  ...over,
});
const sqlOf = (...clauses: Clause[]) => filterSql({ match: 'all', clauses });

describe('the SQL of a filter', () => {
  it.each<[string, Partial<Clause>, string]>([
    ['a text', { value: "O'Hara" }, "(name = 'O''Hara')"],
    ['another text', { operator: 'isNot', value: 'a' }, "(name <> 'a')"],
    [
      'a part of a text',
      { operator: 'contains', value: '50%_\\' },
      String.raw`(UPPER(name) LIKE UPPER('%50\%\_\\%') ESCAPE '\')`,
    ],
    [
      'a beginning',
      { operator: 'begins', value: 'аб' },
      String.raw`(UPPER(name) LIKE UPPER('аб%') ESCAPE '\')`,
    ],
    ['an empty text', { operator: 'empty' }, "(name IS NULL OR name = '')"],
    [
      'a number',
      { field: 'height', kind: 'number', operator: 'atLeast', value: ' 007.50 ' },
      '(height >= 7.5)',
    ],
    ['no number', { field: 'height', kind: 'number', operator: 'empty' }, '(height IS NULL)'],
    [
      'a whole day',
      { field: 'opened', kind: 'date', operator: 'on', value: '2024-02-28' },
      "(opened >= DATE '2024-02-28' AND opened < DATE '2024-02-29')",
    ],
    [
      'later than a day',
      { field: 'opened', kind: 'date', operator: 'after', value: '2023-12-31' },
      "(opened >= DATE '2024-01-01')",
    ],
    ['some values', { operator: 'oneOf', values: ["O'Hara", 'b, c'] }, "(name IN ('O''Hara', 'b, c'))"],
    [
      'other numbers',
      { field: 'height', kind: 'number', operator: 'noneOf', values: ['01', '2.5'] },
      '(height NOT IN (1, 2.5))',
    ],
    [
      'a range',
      { field: 'height', kind: 'number', operator: 'between', value: '-1', to: '2' },
      '(height BETWEEN -1 AND 2)',
    ],
    [
      'some days',
      { field: 'opened', kind: 'date', operator: 'between', value: '2024-02-01', to: '2024-02-29' },
      "(opened < DATE '2024-03-01' AND opened >= DATE '2024-02-01')",
    ],
    [
      'the last days',
      { field: 'opened', kind: 'date', operator: 'inLast', value: '30' },
      "(opened >= CURRENT_TIMESTAMP - INTERVAL '30' DAY AND opened <= CURRENT_TIMESTAMP)",
    ],
  ])('is %s', (_name, over, sql) => {
    expect(sqlOf(clause(over))).toBe(sql);
  });

  it.each<[string, Partial<Clause>, string]>([
    [
      'a day of the map’s time zone',
      { operator: 'on', value: '2024-02-28' },
      "(opened >= TIMESTAMP '2024-02-27 23:00:00' AND opened < TIMESTAMP '2024-02-28 23:00:00')",
    ],
    [
      'a day of 23 hours',
      { operator: 'on', value: '2024-03-31' },
      "(opened >= TIMESTAMP '2024-03-30 23:00:00' AND opened < TIMESTAMP '2024-03-31 22:00:00')",
    ],
    [
      'before a day',
      { operator: 'before', value: '2024-07-01' },
      "(opened < TIMESTAMP '2024-06-30 22:00:00')",
    ],
    [
      'after a day',
      { operator: 'after', value: '2023-12-31' },
      "(opened >= TIMESTAMP '2023-12-31 23:00:00')",
    ],
    [
      'a time',
      { operator: 'before', value: '2024-07-01T12:30' },
      "(opened < TIMESTAMP '2024-07-01 10:30:00')",
    ],
    [
      'a day as a service in another time zone stores it',
      { operator: 'before', value: '2024-07-01', time: { ...paris, sqlZone: 'America/New_York' } },
      "(opened < TIMESTAMP '2024-06-30 18:00:00')",
    ],
  ])('is %s', (_name, over, sql) => {
    expect(sqlOf(clause({ field: 'opened', kind: 'date', time: paris, ...over }))).toBe(sql);
  });

  it.each(Object.keys(operators) as FieldKind[])('begins with an operator of a %s', (kind) => {
    const { operator } = emptyClause({ name: 'x', kind });
    expect(operators[kind]).toContain(operator);
  });

  it('joins clauses and omits incomplete ones', () => {
    const two = [clause({ value: 'a' }), clause({ value: '' }), clause({ value: 'b' })];
    expect(filterSql({ match: 'any', clauses: two })).toBe("(name = 'a') OR (name = 'b')");
    expect(sqlOf(clause({ value: '' }))).toBe('');
  });

  it('puts groups in brackets of their own', () => {
    const group = { match: 'any' as const, clauses: [clause({ value: 'a' }), clause({ value: 'b' })] };
    const empty = { match: 'any' as const, clauses: [clause({ value: '' })] };
    expect(filterSql({ match: 'all', clauses: [clause({}), group, empty] })).toBe(
      "(name = 'x') AND ((name = 'a') OR (name = 'b'))",
    );
  });

  it.each<Partial<Clause>>([
    { field: '' },
    { operator: 'oneOf', values: [] },
    { kind: 'number', operator: 'oneOf', values: ['1', 'x'] },
    { kind: 'number', operator: 'between', value: '1' },
    { kind: 'date', operator: 'inLast', value: '0' },
    { kind: 'number', value: 'tall' },
    { kind: 'number', value: ' ' },
    { kind: 'date', value: '2024-13-40' },
    { kind: 'date', value: 'yesterday' },
  ])('excludes the incomplete %o', (over) => {
    expect(isComplete(clause(over))).toBe(false);
  });
});

describe('parsing a filter', () => {
  const valueOf = (kind: FieldKind) =>
    kind === 'text'
      ? fc.string({ minLength: 1, unit: 'grapheme' })
      : kind === 'number'
        ? fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(value + 0))
        : fc
            .date({ min: new Date('0100-01-02'), max: new Date('9000-01-01'), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10));
  const simpleClause = fc.constantFrom<FieldKind>('text', 'number', 'date').chain((kind) =>
    fc.record({
      field: fc.constant(kind === 'text' ? 'name' : kind === 'number' ? 'height' : 'opened'),
      kind: fc.constant(kind),
      operator: fc.constantFrom(...operators[kind]),
      value: valueOf(kind),
      to: valueOf(kind),
      values: fc.array(valueOf(kind), { minLength: 1, maxLength: 4 }),
      days: fc.integer({ min: 1, max: 99_999 }),
    }),
  );
  const oneClause = simpleClause.map<Clause>(({ days, ...one }) =>
    one.operator === 'inLast' ? { ...one, value: String(days) } : one,
  );
  const anyMatch = fc.constantFrom('all' as const, 'any' as const);
  const anyGroup = fc.record({
    match: anyMatch,
    clauses: fc.array(oneClause, { minLength: 2, maxLength: 3 }),
  });
  const anyClause = fc.oneof(oneClause, anyGroup);
  const shapeOf = (one: Clause | ClauseGroup): unknown =>
    isGroup(one) ? [one.match, ...one.clauses.map(shapeOf)] : one.operator;

  it('understands everything written by this editor', () => {
    fc.assert(
      fc.property(anyMatch, fc.array(anyClause, { minLength: 1, maxLength: 4 }), (match, clauses) => {
        const sql = filterSql({ match, clauses });
        const read = readFilter(sql, fieldOf);
        expect(read && filterSql(read)).toBe(sql);
        expect(read?.clauses.map(shapeOf)).toEqual(clauses.map(shapeOf));
      }),
    );
  });

  it.each(['Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'])(
    'reads days of %s back as days, and in other time zones as the same times',
    (zone) => {
      const time = { zone, sqlZone: 'UTC' };
      const dates = oneClause.filter(({ kind }) => kind === 'date');
      const day = fc
        .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
      fc.assert(
        fc.property(dates, day, day, (one, value, to) => {
          const given = { ...one, time, to, ...(one.operator !== 'inLast' && { value }) };
          const sql = filterSql({ match: 'all', clauses: [given] });
          expect(readFilter(sql, fieldIn(time))?.clauses.map(shapeOf)).toEqual([one.operator]);
          const elsewhere = readFilter(sql, fieldIn({ zone: 'Asia/Tokyo', sqlZone: 'UTC' }));
          const again = elsewhere && filterSql(elsewhere);
          expect(again?.match(/TIMESTAMP '[^']*'/g)?.toSorted()).toEqual(
            sql.match(/TIMESTAMP '[^']*'/g)?.toSorted(),
          );
        }),
      );
    },
  );

  it('keeps days of UTC that older maps name', () => {
    const sql = "(opened >= DATE '2024-02-28' AND opened < DATE '2024-02-29')";
    const read = readFilter(sql, fieldIn(paris));
    expect(read?.clauses).toEqual([{ field: 'opened', kind: 'date', operator: 'on', value: '2024-02-28' }]);
    expect(read && filterSql(read)).toBe(sql);
  });

  it('reads a day of another time zone as a range of times', () => {
    const sql = "(opened >= TIMESTAMP '2024-02-27 15:00:00' AND opened < TIMESTAMP '2024-02-28 15:00:00')";
    expect(readFilter(sql, fieldIn(paris))?.clauses).toMatchObject([
      { operator: 'between', value: '2024-02-27T16:00', to: '2024-02-28T16:00' },
    ]);
  });

  it.each([
    "(opened < TIMESTAMP '2024-02-27 15:00:30')",
    'height > 5',
    '1=1',
    "(name = 'a') AND (height > 5) OR (height < 3)",
    '(unknown = 5)',
    '(height > 5',
    "(name IN (SELECT 'a'))",
    "((name = 'a') AND ((height = 5)))",
    '',
  ])('leaves %s to its author', (sql) => {
    expect(readFilter(sql, fieldOf)).toBeUndefined();
  });
});
