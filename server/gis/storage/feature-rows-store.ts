import { arcgisError } from '../../platform/http/arcgis-error.ts';
import type { Compilable } from 'kysely';
import type { QueryArrayConfig } from 'pg';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import { decodeWkb } from '../geometry/wkb.ts';

/** Parsers of PostgreSQL's text format for the columns read here, by type number. */
const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't',
  17: (text) => decodeWkb(Buffer.from(text.slice(2), 'hex')),
  20: Number,
  21: Number,
  23: Number,
  25: (text) => text,
  700: Number,
  701: Number,
  1700: Number,
  // Days and times of day stay text.
  1082: (text) => text,
  1083: (text) => text,
  1114: (text) => Date.parse(`${text.replace(' ', 'T')}Z`),
  2950: (text) => text,
};

const types = {
  getTypeParser: (type: number) => {
    const parser = parsers[type];
    if (!parser) throw new Error(`No reader for PostgreSQL's type ${type}.`);
    return parser;
  },
};

/** Parameters of a statement, whose number the protocol writes in two bytes. */
const maxParameters = 65_535;
const tooComplex = 'The query is too complex.';

/** A statement whose rows are arrays with the values described at `readRows`. */
export function featureRowsQuery(text: string, values: readonly unknown[] = []): QueryArrayConfig {
  return { text, values: [...values], rowMode: 'array', types: types as never };
}

/**
 * Runs a query over features and reads its rows as arrays in the order of the columns. Geometry (bytea) is
 * decoded, dates are epoch milliseconds. (The driver's text format would corrupt binary data that is not
 * UTF-8.)
 * @throws MappingError 400 where the table's data do not allow the query (a square root of a negative number
 * …)
 */
export async function readRows(database: Database, query: Compilable): Promise<unknown[][]> {
  const { sql, parameters } = query.compile();
  if (parameters.length > maxParameters) throw queryError(tooComplex);
  try {
    const client = await poolOf(database).connect();
    try {
      return (await client.query<unknown[]>(featureRowsQuery(sql, parameters))).rows;
    } finally {
      client.release();
    }
  } catch (error) {
    throw toQueryError(error);
  }
}

/** The error of a request whose layer was changed between its steps. */
export function layerReplaced(options: { status: number; cause?: unknown }): MappingError {
  const message = 'The layer has just been replaced or changed. Try again.';
  return refusal('services:replaced', message, 'layer-replaced', {}, options);
}

/** Class 22 is “data exception”, 57014 a statement that took too long, 54001 one too complex. */
export function toQueryError(error: unknown): unknown {
  const { code } = error as { code?: string };
  // The layer's description was read just before its table, or a field of it, was dropped.
  if (code === '42P01' || code === '42703') {
    return layerReplaced({ status: 503, cause: error });
  }
  const known: Record<string, string> = {
    '57014': 'The query takes too long. Narrow it.',
    '54001': tooComplex,
    '42803': 'A field is neither in the groups nor in a statistic.',
  };
  const problem =
    code === undefined
      ? undefined
      : (known[code] ?? (code.startsWith('22') ? 'A value cannot be computed.' : undefined));
  if (problem === undefined) return error;
  return queryError(problem, error);
}

function queryError(message: string, cause?: unknown): MappingError {
  return arcgisError('services:invalid-query', { cause, faults: [{ path: 'query', message }] });
}
