import { describe, expect, it } from 'vitest';
import { sqlAll, sqlLike, sqlLiteral } from './sql.ts';

describe('SQL of conditions', () => {
  it('doubles quotes in texts and leaves numbers', () => {
    expect([sqlLiteral("o'clock''"), sqlLiteral(-1.5), sqlLiteral('1')]).toEqual([
      "'o''clock'''''",
      '-1.5',
      "'1'",
    ]);
  });

  it('finds wildcards literally', () => {
    expect(sqlLike('name', "50%_o'\\")).toBe(String.raw`UPPER(name) LIKE UPPER('%50\%\_o''\\%') ESCAPE '\'`);
    expect(sqlLike('name', 'a', { begins: true })).toBe(String.raw`UPPER(name) LIKE UPPER('a%') ESCAPE '\'`);
  });

  it('joins conditions, and is true without any', () => {
    expect(sqlAll('a = 1 OR b = 2', undefined, '', '1=1', 'c = 3')).toBe('(a = 1 OR b = 2) AND (c = 3)');
    expect([sqlAll(null, '1=1'), sqlAll('a = 1')]).toEqual(['1=1', 'a = 1']);
  });
});
