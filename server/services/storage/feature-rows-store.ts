import type { Compilable } from 'kysely';
import type { QueryArrayConfig } from 'pg';
import { type Database, poolOf } from '../../database/connect.ts';
import { MappingError } from '../../../wire/errors.ts';
import { decodeWkb } from '../geometry/wkb.ts';

/** PostgreSQL's type numbers of the columns we read, in its binary form. */
const parsers: Record<number, (bytes: Buffer) => unknown> = {
  16: (bytes) => bytes[0] === 1,
  17: (bytes) => decodeWkb(bytes),
  20: readInt8,
  21: (bytes) => bytes.readInt16BE(0),
  23: (bytes) => bytes.readInt32BE(0),
  25: (bytes) => bytes.toString('utf8'),
  700: (bytes) => Number(bytes.readFloatBE(0).toPrecision(7)),
  701: (bytes) => bytes.readDoubleBE(0),
  1043: (bytes) => bytes.toString('utf8'),
  1114: (bytes) => readInt8(bytes) / 1000 + postgresEpoch,
  2950: readUuid,
};

/** 1 January 2000, where PostgreSQL counts from. */
const postgresEpoch = Date.UTC(2000, 0, 1);

function readInt8(bytes: Buffer): number {
  return bytes.readInt32BE(0) * 0x1_0000_0000 + bytes.readUInt32BE(4);
}

function readUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const types = {
  getTypeParser: (type: number) => {
    const parser = parsers[type];
    if (!parser) throw new Error(`No reader for PostgreSQL's type ${type}.`);
    return parser;
  },
};

/**
 * Runs a query over features and reads its rows as arrays in the order of the columns, in PostgreSQL's binary form:
 * half the bytes and none of the parsing of the text form. Geometry (bytea) comes decoded, dates as epoch milliseconds.
 * @throws MappingError 400 where the data of the table do not allow what was asked (a square root of a negative number …)
 */
export async function readRows(database: Database, query: Compilable): Promise<unknown[][]> {
  const { sql, parameters } = query.compile();
  try {
    const query: QueryArrayConfig & { binary: true } = {
      text: sql,
      values: [...parameters],
      rowMode: 'array',
      binary: true,
      types: types as never,
    };
    const result = await poolOf(database).query<unknown[]>(query);
    return result.rows;
  } catch (error) {
    throw toQueryError(error);
  }
}

/** Class 22 is “data exception”, 57014 a statement that took too long, 54001 one too complex. */
export function toQueryError(error: unknown): unknown {
  const { code } = error as { code?: string };
  const known: Record<string, string> = {
    '57014': 'The query takes too long. Narrow it down.',
    '54001': 'The query is too complex.',
  };
  const problem = code === undefined ? undefined : (known[code] ?? (code.startsWith('22') ? 'A value cannot be computed.' : undefined));
  if (problem === undefined) return error;
  return new MappingError('services:invalid-query', 'Cannot perform query. Invalid query parameters.', {
    status: 400,
    cause: error,
    faults: [{ path: 'query', message: problem }],
  });
}
