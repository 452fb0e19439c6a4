import { createReadStream } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from './connect.ts';

/**
 * Files in columns of type `bytea`. The driver makes a text of twice the size of such a value, and decodes it in one turn of the
 * event loop, so large ones are read and written in parts of `limits.filePartBytes`.
 */

/** Bytes to store: in memory, a file on disk, or in the database (`setAside`). */
export type GivenBytes = Uint8Array | { place: string; size: number } | BytesAside;

/** Bytes of a row that is deleted in the same transaction. */
export interface BytesAside {
  size: number;
  aside: RawBuilder<Uint8Array>;
}

export function sizeOf(bytes: GivenBytes): number {
  return bytes instanceof Uint8Array ? bytes.length : bytes.size;
}

/** Distinguishes the files that one transaction stores. */
let lastFile = 0;

/**
 * The expression by which a statement of this transaction stores bytes: those of a large file are sent in parts before, to a table
 * that is dropped when the transaction ends.
 */
export async function storedBytes(transaction: Database, bytes: GivenBytes): Promise<RawBuilder<Uint8Array>> {
  if ('aside' in bytes) return bytes.aside;
  const parts = partsOf(bytes);
  if (sizeOf(bytes) <= limits.filePartBytes) return sql<Uint8Array>`cast(${await joinParts(parts)} as bytea)`;
  const file = await newFile(transaction);
  let number = 0;
  for await (const part of parts) {
    await sql`insert into pg_temp.file_part values (${file}, ${number}, cast(${part} as bytea))`.execute(
      transaction,
    );
    number += 1;
  }
  return wholeOf(file);
}

/**
 * Bytes that other rows of the database have, for the rest of the transaction.
 * @param rows selects the columns `part`, a number, and `bytes`
 */
export async function setAside(
  transaction: Database,
  rows: RawBuilder<unknown>,
  size: number,
): Promise<BytesAside> {
  const file = await newFile(transaction);
  await sql`insert into pg_temp.file_part select ${file}, part, bytes from (${rows}) as given`.execute(
    transaction,
  );
  return { size, aside: wholeOf(file) };
}

async function newFile(transaction: Database): Promise<number> {
  await sql`create temporary table if not exists file_part (file integer, part integer, bytes bytea) on commit drop`.execute(
    transaction,
  );
  await sql`alter table pg_temp.file_part alter column bytes set storage external`.execute(transaction);
  lastFile = (lastFile + 1) % 2 ** 31;
  return lastFile;
}

function wholeOf(file: number): RawBuilder<Uint8Array> {
  return sql`(select coalesce(string_agg(bytes, ''::bytea order by part), ''::bytea) from pg_temp.file_part where file = ${file})`;
}

async function* partsOf(bytes: Exclude<GivenBytes, BytesAside>): AsyncGenerator<Uint8Array> {
  const most = limits.filePartBytes;
  if (!(bytes instanceof Uint8Array)) yield* createReadStream(bytes.place, { highWaterMark: most });
  else for (let from = 0; from < bytes.length; from += most) yield bytes.subarray(from, from + most);
}

/** The whole value of a column, null if it is too large to be read by one statement. */
export function unlessLarge(column: string): RawBuilder<Uint8Array | null> {
  const bytes = sql.ref(column);
  return sql`case when octet_length(${bytes}) <= ${limits.filePartBytes}::integer then ${bytes} end`;
}

/** The next bytes of a value, as many as one statement reads. */
export function partFrom(column: string, from: number): RawBuilder<Uint8Array> {
  return sql`substring(${sql.ref(column)} from ${from + 1}::integer for ${limits.filePartBytes}::integer)`;
}

/**
 * Reads a value part by part.
 * @param read selects this expression from the row, if that is still the same
 * @throws Error when the row is replaced or deleted meanwhile, so that no reader takes a part for all
 */
export async function* readInParts(
  column: string,
  size: number,
  read: (part: RawBuilder<Uint8Array>) => Promise<{ part: Uint8Array } | undefined>,
): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < size;) {
    const found = await read(partFrom(column, from));
    if (!found || found.part.length === 0) throw new Error('A file was replaced while it was read.');
    yield found.part;
    from += found.part.length;
  }
}

/** All parts in memory. */
export async function joinParts(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
}
