import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { conditions, hostileTexts } from '../../../testing/rig/where-clauses.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { endsInEscape, parseCondition, parseValue } from './parse.ts';
import { print } from './print.ts';

/** The tree without offsets, which differ between a text and its reprint. */
function shape(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'at' ? undefined : member)));
}

function faultOf(text: string): string {
  try {
    parseCondition(text);
  } catch (error) {
    if (error instanceof MappingError && error.status === 400) return error.faults[0]?.message ?? '';
    throw error;
  }
  return 'no fault';
}

describe('clauses sent by clients', () => {
  test.each([
    ['1=1', '1 = 1'],
    ["NAME = 'Astana'", `"NAME" = 'Astana'`],
    ["name='O''Brien'", `"name" = 'O''Brien'`],
    ["NAME = N'Астана'", `"NAME" = 'Астана'`],
    ['"Name" <> \'x\'', `"Name" <> 'x'`],
    ['POP != 5', '"POP" <> 5'],
    ['POP > -5', '"POP" > (-5)'],
    ['POP >= +5', '"POP" >= 5'],
    ['POP > 1.5e3', '"POP" > 1500'],
    ['POP < .5', '"POP" < 0.5'],
    ['A = 1 AND B = 2 OR C = 3', '("A" = 1 AND "B" = 2) OR "C" = 3'],
    ['A = 1 AND (B = 2 OR C = 3)', '"A" = 1 AND ("B" = 2 OR "C" = 3)'],
    ['NOT A = 1 AND B = 2', 'NOT ("A" = 1) AND "B" = 2'],
    ['NOT NOT A = 1', 'NOT (NOT ("A" = 1))'],
    ['(((A = 1)))', '"A" = 1'],
    ['A IN (1,2,3)', '"A" IN (1, 2, 3)'],
    ["A NOT IN ('x')", `"A" NOT IN ('x')`],
    ['A BETWEEN 1 AND 2 AND B = 3', '"A" BETWEEN 1 AND 2 AND "B" = 3'],
    ['A NOT BETWEEN 1 AND 2', '"A" NOT BETWEEN 1 AND 2'],
    ["(LOWER(NAME) LIKE 'fran%')", `LOWER("NAME") LIKE 'fran%'`],
    ["NAME NOT LIKE '10!%' ESCAPE '!'", `"NAME" NOT LIKE '10!%' ESCAPE '!'`],
    ['NAME IS NULL', '"NAME" IS NULL'],
    ['name is not null', '"name" IS NOT NULL'],
    ["SEEN > timestamp '2026-01-02 03:04:05'", `"SEEN" > TIMESTAMP '2026-01-02 03:04:05'`],
    ["SEEN > TIMESTAMP '2026-01-02 03:04:05.250'", `"SEEN" > TIMESTAMP '2026-01-02 03:04:05.250'`],
    ["SEEN > date '2026-01-02'", `"SEEN" > TIMESTAMP '2026-01-02 00:00:00'`],
    ['DATE > 5', '"DATE" > 5'],
    [
      "SEEN > CURRENT_TIMESTAMP - INTERVAL '7' DAY",
      `"SEEN" > (CURRENT_TIMESTAMP - INTERVAL '604800' SECOND)`,
    ],
    ["SEEN > CURRENT_DATE - INTERVAL '2' YEAR", `"SEEN" > (CURRENT_DATE - INTERVAL '24' MONTH)`],
    [
      "SEEN > CURRENT_DATE - INTERVAL '1 02:30' DAY TO MINUTE",
      `"SEEN" > (CURRENT_DATE - INTERVAL '95400' SECOND)`,
    ],
    ['EXTRACT(YEAR FROM SEEN) = 2026', 'EXTRACT(YEAR FROM "SEEN") = 2026'],
    ["CAST(POP AS VARCHAR(10)) = '5'", `CAST("POP" AS VARCHAR) = '5'`],
    ['CAST(NAME AS DECIMAL(10, 2)) = 5', 'CAST("NAME" AS FLOAT) = 5'],
    ["TRIM(NAME) = 'a'", `TRIM(BOTH FROM "NAME") = 'a'`],
    ["TRIM(LEADING 'x' FROM NAME) = 'a'", `TRIM(LEADING 'x' FROM "NAME") = 'a'`],
    ["TRIM(TRAILING FROM NAME) = 'a'", `TRIM(TRAILING FROM "NAME") = 'a'`],
    ["SUBSTRING(NAME, 1, 2) = 'ab'", `SUBSTRING("NAME", 1, 2) = 'ab'`],
    ["SUBSTRING(NAME FROM 1 FOR 2) = 'ab'", `SUBSTRING("NAME", 1, 2) = 'ab'`],
    ["POSITION('a' IN NAME) > 0", `POSITION('a' IN "NAME") > 0`],
    ["NAME || '!' = 'a!'", `("NAME" || '!') = 'a!'`],
    ['A + B * 2 > 10', '("A" + ("B" * 2)) > 10'],
    ['A - B - C > 0', '(("A" - "B") - "C") > 0'],
    ['-(A) = 1', '(-"A") = 1'],
    ['--5 = 5', '5 = 5'],
    ['COALESCE(A, B, 0) = 1', 'COALESCE("A", "B", 0) = 1'],
    ["名前 = 'x'", `"名前" = 'x'`],
  ])('%s', (text, canonical) => {
    expect(print(parseCondition(text))).toBe(canonical);
    expect(print(parseCondition(canonical))).toBe(canonical);
  });
});

describe('position of a syntax error', () => {
  test.each([
    ['', 'At character 1: expected a field, a value or “(” but the text ends.'],
    ['   ', 'At character 4: expected a field, a value or “(” but the text ends.'],
    ['NAME', 'At character 1: expected a condition such as FIELD = 1 but this is a value.'],
    ['NAME =', 'At character 7: expected a field, a value or “(” but the text ends.'],
    ['NAME = AND', 'At character 8: expected a field, a value or “(” but found “AND”.'],
    ["NAME = 'x", "At character 8: The quote ' is not closed."],
    ['NAME = 1; DROP TABLE portal_user', 'At character 9: “;” has no meaning here.'],
    ['1=1 UNION SELECT 1', 'At character 5: expected AND, OR or the end but found “UNION”.'],
    ['(SELECT 1) = 1', 'At character 2: expected a field, a value or “(” but found “SELECT”.'],
    ['pg_sleep(9) = 1', 'At character 1: there is no function PG_SLEEP.'],
    ['constructor(1) = 1', 'At character 1: there is no function CONSTRUCTOR.'],
    ['A IN ()', 'At character 7: expected a field, a value or “(” but found “)”.'],
    ['A IN (1', 'At character 8: expected “,” or “)” but the text ends.'],
    ['A BETWEEN 1', 'At character 12: expected AND but the text ends.'],
    ['A NOT 5', 'At character 7: expected IN, BETWEEN or LIKE but found “5”.'],
    ['A IS 5', 'At character 6: expected NULL but found “5”.'],
    ["A LIKE 'x!' ESCAPE '!'", 'At character 8: the pattern ends with its escape character.'],
    ["A LIKE 'x' ESCAPE 'ab'", 'At character 19: ESCAPE takes exactly one character.'],
    [
      "A > DATE 'yesterday'",
      "At character 10: expected a date such as '2026-11-21' or '2026-11-21 10:30:00'.",
    ],
    [
      "A > DATE '2026-02-30'",
      "At character 10: expected a date such as '2026-11-21' or '2026-11-21 10:30:00'.",
    ],
    ["A > B + INTERVAL 'x' DAY", 'At character 18: expected an interval of DAY.'],
    [
      "A > B + INTERVAL '1' EON",
      'At character 22: expected YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND but found “EON”.',
    ],
    ['A = 1 = 2', 'At character 7: expected AND, OR or the end but found “=”.'],
    ['(A = 1) = 2', 'At character 2: expected a value but this is a condition.'],
    ['A AND B = 1', 'At character 1: expected a condition such as FIELD = 1 but this is a value.'],
    ['5abc = 1', 'At character 1: “5a” is neither a number nor a name.'],
    ['1e999 = 1', 'At character 1: the number is too large.'],
    ["A = '\0'", 'At character 5: Text cannot contain the character NUL.'],
    ["A = '\ud800'", 'At character 5: The text contains invalid Unicode: an unpaired surrogate.'],
    ['UPPER() = 1', 'At character 1: UPPER takes 1 values.'],
    ['SUBSTRING(A) = 1', 'At character 1: SUBSTRING takes 2 to 3 values.'],
    ['CAST(A AS BLOB) = 1', 'At character 11: expected INTEGER, FLOAT, VARCHAR, TIMESTAMP but found “BLOB”.'],
    ['A = $1', 'At character 5: “$” has no meaning here.'],
    [`A = ${'x'.repeat(60)} y`, 'At character 66: expected AND, OR or the end but found “y”.'],
    [
      "A = 1 'some long text after the end of it'",
      "At character 7: expected AND, OR or the end but found “'some long text after th…”.",
    ],
  ])('%j', (text, message) => {
    expect(faultOf(text)).toBe(message);
  });

  test('limits nesting, chains of operators and length; chains of conditions do not nest', () => {
    expect(faultOf(`${'('.repeat(70)}1=1${')'.repeat(70)}`)).toContain('nested more than 64 deep');
    expect(faultOf(`${'NOT '.repeat(70)}1=1`)).toContain('nested more than 64 deep');
    expect(faultOf(`${'-'.repeat(70)}1=1`)).toContain('nested more than 64 deep');
    expect(faultOf(`1${'+1'.repeat(70)}=1`)).toContain('more than 64 operations in a row');
    expect(faultOf(`A = '${'x'.repeat(100_001)}'`)).toContain('longer than 100000 characters');
    expect(faultOf(`A = 1${' OR A = 2'.repeat(5000)}`)).toBe('no fault');
    expect(faultOf(`A IN (${'1,'.repeat(20_000)}1)`)).toBe('no fault');
  });

  test('names the request parameter', () => {
    expect(() => parseValue('1 +', 'onStatisticField')).toThrow(
      expect.objectContaining({
        faults: [{ path: 'onStatisticField', message: expect.stringContaining('At character 4') }],
      }),
    );
  });
});

test('reads two dashes as two signs, not a comment', () => {
  expect(print(parseCondition('NAME = 1 -- x'))).toBe('"NAME" = (1 - (-"x"))');
  expect(faultOf('1=1 -- and the rest')).toBe(
    'At character 8: expected a field, a value or “(” but found “and”.',
  );
});

test('accepts an expression but no condition as a value', () => {
  expect(print(parseValue('POP / AREA', 'x'))).toBe('"POP" / "AREA"');
  expect(print(parseValue('SUM(POP)', 'x'))).toBe('SUM("POP")');
  expect(print(parseValue('COUNT(*)', 'x'))).toBe('COUNT(*)');
  expect(() => parseValue('A = 1', 'x')).toThrow(MappingError);
});

test.each([
  ['abc', '!', false],
  ['abc!', '!', true],
  ['abc!!', '!', false],
  ['abc!!!', '!', true],
  ['🙂', '🙂', true],
])('endsInEscape(%j, %j) is %s', (pattern, escape, expected) => {
  expect(endsInEscape(pattern, escape)).toBe(expected);
});

test('parses what it printed to the same tree', () => {
  fc.assert(
    fc.property(conditions, (condition) => {
      expect(shape(parseCondition(print(condition)))).toEqual(shape(condition));
    }),
    { numRuns: 3000 },
  );
});

test('parses or rejects with 400 a hundred thousand random and hostile texts, never anything else', () => {
  let understood = 0;
  fc.assert(
    fc.property(hostileTexts, (text) => {
      try {
        print(parseCondition(text));
        understood += 1;
      } catch (error) {
        if (!(error instanceof MappingError) || error.status !== 400) throw error;
        // Binary clients read only small error bodies.
        if (JSON.stringify(error.faults).length > 400) throw error;
      }
    }),
    { numRuns: 100_000 },
  );
  expect(understood).toBeGreaterThan(0);
});

describe('a long clause', () => {
  const long = `NAME = '${'x'.repeat(limits.loopExpressionCharacters)}'`;
  test('is not read on the event loop, whichever operation it belongs to', () => {
    expect(() => parseCondition(long, 'where', { onLoop: true })).toThrow(TooHeavy);
    expect(() => parseValue(long, 'orderByFields', { onLoop: true })).toThrow(TooHeavy);
  });
  test('is read in a thread', () => expect(parseCondition(long).kind).toBe('compare'));
});
