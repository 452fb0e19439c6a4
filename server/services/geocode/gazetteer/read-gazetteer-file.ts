import { createReadStream } from 'node:fs';
import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { faultsOf, MappingError } from '../../../../wire/errors.ts';
import type { Place } from '../place.ts';
import { gazetteerHeaderSchema, placeSchema } from './place-schema.ts';

export interface GazetteerFile {
  dataset: string;
  version: string;
  attribution: string;
  /** To be read to its end once. */
  places: AsyncIterable<Place>;
}

/**
 * Opens a gazetteer file (docs/places.md): lines of JSON, a header and then a place a line; `.gz` when compressed.
 * @throws MappingError `places:bad-gazetteer`, here or while the places are read, with the number of the line
 */
export async function readGazetteerFile(path: string): Promise<GazetteerFile> {
  const lines = readLines(path);
  const first = await lines.next();
  const header = parse(path, 1, first.done ? '' : first.value, gazetteerHeaderSchema);
  return { ...header, places: readPlaces(path, lines) };
}

async function* readPlaces(path: string, lines: AsyncGenerator<string>): AsyncGenerator<Place> {
  let number = 1;
  for await (const line of lines) {
    number += 1;
    if (line.trim() !== '') yield parse(path, number, line, placeSchema);
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  const unpacked = path.endsWith('.gz') ? createGunzip() : new PassThrough();
  // A failure of the file or of its compression ends the loop below with its error.
  pipeline(createReadStream(path), unpacked, () => {});
  let rest = '';
  try {
    for await (const text of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    if (cause instanceof MappingError) throw cause;
    const message = `${path} cannot be read: ${(cause as Error).message}`;
    throw new MappingError('places:bad-gazetteer', message, { status: 400, cause });
  }
  if (rest !== '') yield rest;
}

function parse<Schema extends z.ZodType>(
  path: string,
  line: number,
  text: string,
  schema: Schema,
): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new MappingError('places:bad-gazetteer', `${path}, line ${line}: this is not JSON.`, {
      status: 400,
      cause,
    });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  const said = faults.map((fault) => `${fault.path}: ${fault.message}`).join('; ');
  throw new MappingError('places:bad-gazetteer', `${path}, line ${line}: ${said}`, { status: 400, faults });
}
