import { arcgisError } from '../../platform/http/arcgis-error.ts';
import type { Compilable } from 'kysely';
import type { PoolClient } from 'pg';
import { type BinaryRow, type BinaryStatement, readInBinary } from '../../platform/database/binary-rows.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { asWork, currentWork } from '../../platform/database/current-work.ts';
import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { readerOf } from './binary-values.ts';

/** Parameters of a statement, whose number the protocol writes in two bytes. */
const maxParameters = 65_535;
const tooComplex = 'The query is too complex.';

type RowReader = (row: BinaryRow) => unknown[];

/** Reads rows of columns of these types as arrays, with the values described at `readRows`. */
function rowReader(types: readonly number[]): RowReader {
  const readers = types.map(readerOf);
  return ({ bytes, starts, lengths }) => {
    const values: unknown[] = [];
    for (let column = 0; column < readers.length; column += 1) {
      const length = lengths[column] as number;
      values.push(length < 0 ? null : readers[column]?.(bytes, starts[column] as number, length));
    }
    return values;
  };
}

/** Sends a statement on a connection. */
export async function readRowsOf(
  client: Pick<PoolClient, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  const statement: BinaryStatement = {
    text,
    values,
    receive: (types) => {
      const read = rowReader(types);
      return (row) => rows.push(read(row));
    },
  };
  await readInBinary(client, statement);
  return rows;
}

/** Memory for the rows of several reads: bytes that are left. */
export interface RowRoom {
  bytes: number;
}

/** How much of its rows a query reads. */
export interface RowLimit {
  /** Whether this runs on the event loop. */
  onLoop?: boolean | undefined;
  /** What the rows are taken from; `roomFor` a request of its own when absent. */
  room?: RowRoom | undefined;
}

/** What a value takes at least once it is read, also an empty one. */
export const leastValue = 8;

/** Bytes of a row in memory. */
export function memoryOf({ lengths }: BinaryRow): number {
  let bytes = 0;
  for (const length of lengths) bytes += Math.max(leastValue, length);
  return bytes;
}

/** Memory for the rows of one response. */
export function roomFor(onLoop = false): RowRoom {
  return { bytes: onLoop ? limits.loopBytes : limits.responseBytes };
}

/**
 * Runs a query over features and reads its rows as arrays in the order of the columns. Geometry (bytea) is
 * decoded, dates are epoch milliseconds.
 * @throws MappingError 400 where the table's data do not allow the query (a square root of a negative number
 * …), and where they are too large; TooHeavy for the latter on the event loop
 */
export async function readRows(
  database: Database,
  query: Compilable,
  { onLoop = false, room = roomFor(onLoop) }: RowLimit = {},
): Promise<unknown[][]> {
  let rows: unknown[][] = [];
  let [size, isWhole] = [0, true];
  await readEach(database, query, (read) => {
    rows = [];
    [size, isWhole] = [0, true];
    return (row) => {
      size += memoryOf(row);
      isWhole = size <= room.bytes;
      if (isWhole) rows.push(read(row));
      return isWhole;
    };
  });
  room.bytes -= size;
  if (isWhole) return rows;
  if (onLoop) throw new TooHeavy('pages');
  throw tooLarge();
}

/** The error of rows that are too large together. */
export function tooLarge(): MappingError {
  return queryError(
    `The features have more than ${limits.responseBytes} bytes together. Request fewer of them, or fewer fields, at a time.`,
    undefined,
    'resultRecordCount',
  );
}

/**
 * Reads the rows of a query as they arrive.
 * @param receive gets a reader of whole rows, and returns what takes each of them: when that returns false, the statement is cancelled
 * @throws MappingError as `readRows`
 */
export async function readEach(
  database: Database,
  query: Compilable,
  receive: (read: RowReader) => (row: BinaryRow) => boolean,
): Promise<void> {
  const { sql, parameters } = query.compile();
  if (parameters.length > maxParameters) throw queryError(tooComplex);
  const ending = new AbortController();
  let wantsMore = true;
  const statement: BinaryStatement = {
    text: sql,
    values: parameters,
    receive: (types) => {
      const take = receive(rowReader(types));
      return (row) => {
        if (!wantsMore) return;
        wantsMore = take(row);
        if (!wantsMore) ending.abort();
      };
    },
  };
  try {
    await asEndingWork(ending, async () => {
      const client = await poolOf(database).connect();
      try {
        await readInBinary(client, statement);
      } finally {
        client.release();
      }
    });
  } catch (error) {
    // A cancelled statement fails.
    if (wantsMore) throw toQueryError(error);
  }
}

/** Runs work whose statement is cancelled by `ending`, and with the work that it is part of. */
async function asEndingWork(ending: AbortController, run: () => Promise<void>): Promise<void> {
  const outer = currentWork();
  const end = () => ending.abort(outer?.signal.reason);
  if (outer?.signal.aborted) end();
  outer?.signal.addEventListener('abort', end, { once: true });
  const { takeConnection } = outer ?? {};
  try {
    await asWork({ signal: ending.signal, outer, ...(takeConnection && { takeConnection }) }, run);
  } finally {
    outer?.signal.removeEventListener('abort', end);
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

function queryError(message: string, cause?: unknown, path = 'query'): MappingError {
  return arcgisError('services:invalid-query', { cause, faults: [{ path, message }] });
}
