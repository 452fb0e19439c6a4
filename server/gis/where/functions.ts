/** The type of a value, as far as the query language distinguishes it. */
export type ValueType = 'number' | 'text' | 'instant' | 'guid' | 'interval' | 'null';

/** A function of the query language: its parameters, its result, and its name in PostgreSQL. */
export interface QueryFunction {
  /** Type of every parameter in order; the last one repeats. `same` requires all of one type. */
  takes: readonly ('number' | 'text' | 'instant' | 'same' | 'any')[];
  gives: 'number' | 'text' | 'same';
  least: number;
  most: number;
  /** PostgreSQL's function. */
  sql: string;
  /** Only in HAVING, over the rows of a group. */
  aggregate?: true;
}

const numeric = (sql: string, count = 1): QueryFunction => ({
  takes: ['number'],
  gives: 'number',
  least: count,
  most: count,
  sql,
});
const aggregate = (
  sql: string,
  takes: 'number' | 'any' | 'same',
  gives: 'number' | 'same' = 'number',
): QueryFunction => ({
  takes: [takes],
  gives,
  least: 1,
  most: 1,
  sql,
  aggregate: true,
});

/**
 * Ordinary calls; EXTRACT, CAST, TRIM and POSITION have a grammar of their own. Everything else is rejected.
 */
export const functions: Readonly<Record<string, QueryFunction>> = Object.assign(
  Object.create(null) as Record<string, QueryFunction>,
  {
    UPPER: { takes: ['text'], gives: 'text', least: 1, most: 1, sql: 'upper' },
    LOWER: { takes: ['text'], gives: 'text', least: 1, most: 1, sql: 'lower' },
    CHAR_LENGTH: { takes: ['text'], gives: 'number', least: 1, most: 1, sql: 'char_length' },
    CHARACTER_LENGTH: { takes: ['text'], gives: 'number', least: 1, most: 1, sql: 'char_length' },
    CONCAT: { takes: ['any'], gives: 'text', least: 2, most: 16, sql: 'concat' },
    SUBSTRING: { takes: ['text', 'number'], gives: 'text', least: 2, most: 3, sql: 'substring' },
    POSITION: { takes: ['text'], gives: 'number', least: 2, most: 2, sql: 'strpos' },
    ABS: numeric('abs'),
    CEILING: numeric('ceiling'),
    FLOOR: numeric('floor'),
    SIGN: numeric('sign'),
    SQRT: numeric('sqrt'),
    EXP: numeric('exp'),
    LOG: numeric('ln'),
    LOG10: numeric('log'),
    SIN: numeric('sin'),
    COS: numeric('cos'),
    TAN: numeric('tan'),
    ASIN: numeric('asin'),
    ACOS: numeric('acos'),
    ATAN: numeric('atan'),
    POWER: numeric('power', 2),
    MOD: numeric('mod', 2),
    ROUND: { takes: ['number'], gives: 'number', least: 1, most: 2, sql: 'round' },
    TRUNCATE: { takes: ['number'], gives: 'number', least: 1, most: 2, sql: 'trunc' },
    COALESCE: { takes: ['same'], gives: 'same', least: 2, most: 16, sql: 'coalesce' },
    NULLIF: { takes: ['same'], gives: 'same', least: 2, most: 2, sql: 'nullif' },
    COUNT: aggregate('count', 'any'),
    SUM: aggregate('sum', 'number'),
    AVG: aggregate('avg', 'number'),
    MIN: aggregate('min', 'same', 'same'),
    MAX: aggregate('max', 'same', 'same'),
    STDDEV: aggregate('stddev_samp', 'number'),
    VAR: aggregate('var_samp', 'number'),
  } satisfies Record<string, QueryFunction>,
);
