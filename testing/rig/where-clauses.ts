import fc from 'fast-check';
import type { Condition, ValueExpression } from '../../server/gis/where/syntax-tree.ts';

/** Random trees of the query language over the fields n (integer), d (double), t (text) and w (date). */

const at = 0;
const numbers = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -400, max: 400 }).map((n) => n / 8),
);
export const texts = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'é', "'", '%', '_', '\\', '!', ' ', '"', '🙂'),
  maxLength: 4,
});
const days = fc.integer({ min: 0, max: 40 }).map((day) => Date.UTC(2026, 0, 1) + day * 86_400_000);

const field = (name: string): ValueExpression => ({ kind: 'field', name, at });
const number = numbers.map((value): ValueExpression => ({
  kind: 'number',
  value: value === 0 ? 0 : value,
  at,
}));
const text = texts.map((value): ValueExpression => ({ kind: 'text', value, at }));
const instant = days.map((value): ValueExpression => ({ kind: 'instant', value, at }));
const absent = fc.constant<ValueExpression>({ kind: 'null', at });

const trees = fc.letrec<{
  number: ValueExpression;
  text: ValueExpression;
  instant: ValueExpression;
  condition: Condition;
}>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(field('n'), field('d')),
    number,
    tie('number').chain((operand) =>
      fc.constant<ValueExpression>(
        operand.kind === 'number' ? { ...operand, value: -operand.value } : { kind: 'negate', operand, at },
      ),
    ),
    fc
      .record({ left: tie('number'), right: tie('number'), operator: fc.constantFrom('+', '-', '*', '/') })
      .map((parts): ValueExpression => ({ kind: 'arithmetic', at, ...parts }) as ValueExpression),
    tie('number').map((parameter): ValueExpression => ({
      kind: 'call',
      name: 'ABS',
      parameters: [parameter],
      at,
    })),
    tie('text').map((parameter): ValueExpression => ({
      kind: 'call',
      name: 'CHAR_LENGTH',
      parameters: [parameter],
      at,
    })),
    tie('instant').map((operand): ValueExpression => ({ kind: 'extract', part: 'DAY', operand, at })),
  ),
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(field('t')),
    text,
    fc
      .record({ name: fc.constantFrom('UPPER', 'LOWER'), parameter: tie('text') })
      .map(({ name, parameter }): ValueExpression => ({ kind: 'call', name, parameters: [parameter], at })),
    fc
      .record({ left: tie('text'), right: tie('text') })
      .map((parts): ValueExpression => ({ kind: 'arithmetic', operator: '||', at, ...parts })),
  ),
  instant: fc.oneof(
    fc.constant(field('w')),
    instant,
    fc
      .record({ left: fc.oneof(fc.constant(field('w')), instant), days: fc.integer({ min: -20, max: 20 }) })
      .map(({ left, days }): ValueExpression => ({
        kind: 'arithmetic',
        operator: '+',
        left,
        right: { kind: 'interval', months: 0, milliseconds: days === 0 ? 0 : days * 86_400_000, at },
        at,
      })),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .record({
        operator: fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
        left: tie('number'),
        right: tie('number'),
      })
      .map((parts): Condition => ({ kind: 'compare', at, ...parts }) as Condition),
    fc
      .record({ operator: fc.constantFrom('=', '<>'), left: tie('text'), right: tie('text') })
      .map((parts): Condition => ({ kind: 'compare', at, ...parts }) as Condition),
    fc
      .record({
        operator: fc.constantFrom('=', '<>', '<', '>='),
        left: tie('instant'),
        right: tie('instant'),
      })
      .map((parts): Condition => ({ kind: 'compare', at, ...parts }) as Condition),
    fc
      .record({
        negated: fc.boolean(),
        operand: tie('number'),
        list: fc.array(fc.oneof(tie('number'), absent), { minLength: 1, maxLength: 4 }),
      })
      .map((parts): Condition => ({ kind: 'in', at, ...parts })),
    fc
      .record({ negated: fc.boolean(), operand: tie('number'), low: tie('number'), high: tie('number') })
      .map((parts): Condition => ({ kind: 'between', at, ...parts })),
    fc
      .record({
        negated: fc.boolean(),
        operand: tie('text'),
        pattern: text.filter((literal) => literal.kind === 'text' && !literal.value.includes('!')),
        escape: fc.constantFrom(null, '!'),
      })
      .map((parts): Condition => ({ kind: 'like', at, ...parts })),
    fc
      .record({ negated: fc.boolean(), operand: fc.oneof(tie('number'), tie('text'), tie('instant')) })
      .map((parts): Condition => ({ kind: 'isNull', at, ...parts })),
    tie('condition').map((operand): Condition => ({ kind: 'not', operand, at })),
    fc
      .record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        operands: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      })
      .map((parts): Condition => ({ at, ...parts })),
  ),
}));

export const conditions: fc.Arbitrary<Condition> = trees.condition;

/** Random and hostile texts: pieces of the language, of other languages, and noise. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'n',
        'd',
        't',
        'w',
        '"n"',
        'AND',
        'OR',
        'NOT',
        'IN',
        'BETWEEN',
        'LIKE',
        'ESCAPE',
        'IS',
        'NULL',
        '(',
        ')',
        ',',
        '=',
        '<>',
        '<',
        '||',
        '+',
        '-',
        '*',
        '/',
        '1',
        '0.5',
        '1e308',
        "'a'",
        "'%'",
        "''",
        'UPPER(',
        'COUNT(*)',
        'EXTRACT(DAY FROM',
        'CAST(',
        'AS',
        'INTEGER)',
        "TIMESTAMP '2026-01-01'",
        "INTERVAL '1' DAY",
        'CURRENT_DATE',
        ';',
        '--',
        '/*',
        '*/',
        'SELECT',
        'UNION',
        'DROP TABLE portal_user',
        'pg_sleep(9)',
        '1=1',
        "' OR '1'='1",
        '$1',
        '$$',
        '::text',
        '\\',
        '\0',
        '\u2028',
        '{',
        '}',
        '[',
        '😀',
        '\ud800',
        'constructor(1)',
        '__proto__',
        'toString()',
        'FROM',
        'FOR',
        'TRIM(BOTH',
        'POSITION(',
        'MOD(1,0)',
        'hasOwnProperty(1)',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(' ')),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...'nt1\'"()=<>%_ AND'), maxLength: 30 }),
);
