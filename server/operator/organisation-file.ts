import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { type OrganisationRow, readOrganisation } from './organisation-rows-store.ts';

/**
 * The backup of an organisation is a file of lines of JSON, because a photo or a shared map makes the whole longer than one text
 * may be: its name, then a row on each line, and their number at the end.
 */
const headSchema = z.object({ format: z.literal('mapping-organisation'), name: z.string() });
const lineSchema = z.union([
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ rows: z.int() }),
]);

/**
 * Writes a backup.
 * @throws MappingError `organisation:backup-unwritable`; the file is complete, or as it was before
 */
export async function writeBackup(database: Database, name: string, path: string): Promise<void> {
  // Never overwrites an older backup; readable by the operator only, because it contains credentials.
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  // Awaited where it matters: an error without a listener would end the program.
  file.on('error', () => {});
  const write = async (line: string) => {
    if (file.errored) throw file.errored;
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  };
  let isOurs = false;
  try {
    await once(file, 'open');
    isOurs = true;
    await write(JSON.stringify({ format: 'mapping-organisation', name }));
    let rows = 0;
    await readOrganisation(database, name, async (read) => {
      rows += read.length;
      for (const { table, row } of read) await write(`{"table":${JSON.stringify(table)},"row":${row}}`);
    });
    file.end(`${JSON.stringify({ rows })}\n`);
    await finished(file);
  } catch (cause) {
    file.destroy();
    if (isOurs) await rm(path, { force: true });
    throw new MappingError(
      'organisation:backup-unwritable',
      `The backup ${path} could not be written (${(cause as Error).message}). Nothing has been deleted.`,
      { cause },
    );
  }
}

/** Rows and characters restored by one statement. */
const batchLimit = { rows: 500, characters: 1_000_000 };

/**
 * Reads a backup: its name, and its rows in batches of one table.
 * @throws MappingError `organisation:bad-backup` where it is damaged, also while the batches are read; what `work` throws
 */
export async function withBackup<Result>(
  path: string,
  work: (name: string, batches: AsyncIterable<OrganisationRow[]>) => Promise<Result>,
): Promise<Result> {
  const file = await parsed(path, () => open(path));
  try {
    const lines = linesOf(file);
    const { name } = await parsed(path, async () => headSchema.parse(await nextOf(lines)));
    return await work(name, batchesOf(path, lines));
  } finally {
    await file.close();
  }
}

/** One line at a time: `readLines` reads a thousand ahead, which may each have megabytes. */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
      [parts, from] = [[], end + 1];
    }
    parts.push(chunk.subarray(from));
  }
  const rest = Buffer.concat(parts).toString('utf8');
  if (rest !== '') yield rest;
}

async function* batchesOf(path: string, lines: AsyncIterator<string>): AsyncGenerator<OrganisationRow[]> {
  let batch: OrganisationRow[] = [];
  let characters = 0;
  for (let count = 0; ; count += 1) {
    const line = await parsed(path, async () => {
      const read = lineSchema.parse(await nextOf(lines));
      if ('rows' in read && read.rows !== count) throw new Error('Rows are missing.');
      return read;
    });
    const isFull = batch.length >= batchLimit.rows || characters >= batchLimit.characters;
    if (batch.length > 0 && ('rows' in line || isFull || batch[0]?.table !== line.table)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    if ('rows' in line) return;
    const row = JSON.stringify(line.row);
    batch.push({ table: line.table, row });
    characters += row.length;
  }
}

async function nextOf(lines: AsyncIterator<string>): Promise<unknown> {
  const { value, done } = await lines.next();
  return done ? undefined : (JSON.parse(value) as unknown);
}

async function parsed<Value>(path: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    throw new MappingError('organisation:bad-backup', `${path} is not a backup of an organisation.`, {
      cause,
    });
  }
}
