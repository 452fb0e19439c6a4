import { createReadStream } from 'node:fs';
import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { faultsOf, MappingError } from '../../../../wire/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type Place, placeKinds } from '../place.ts';
import {
  type GazetteerVersion,
  type GazetteerWriter,
  type MissingStreet,
  replaceGazetteer,
} from './gazetteer-store.ts';
import { placeRows } from './place-rows.ts';

interface LoadedGazetteer {
  /** False: this version of the dataset was loaded already and nothing was read. */
  loaded: boolean;
  places: number;
}

const batch = 5_000;

/**
 * Loads a dataset of places, replacing an older version, in one transaction. Loading the same version again
 * does nothing, so this may run at every start. Streets named only by addresses are derived from those.
 */
export async function loadGazetteer(
  database: Database,
  source: AsyncIterable<Place> | Iterable<Place>,
  { dataset, version = '1', attribution = '' }: Pick<GazetteerVersion, 'dataset'> & Partial<GazetteerVersion>,
): Promise<LoadedGazetteer> {
  const places = await replaceGazetteer(database, { dataset, version, attribution }, async (writer) => {
    const given = await writeAll(writer, source);
    return given + (await writeMissingStreets(writer));
  });
  return { loaded: places !== undefined, places: places ?? 0 };
}

async function writeAll(
  writer: GazetteerWriter,
  source: AsyncIterable<Place> | Iterable<Place>,
): Promise<number> {
  let written = 0;
  let waiting: Place[] = [];
  for await (const place of source) {
    waiting.push(place);
    if (waiting.length < batch) continue;
    written += await writeBatch(writer, waiting);
    waiting = [];
  }
  return written + (await writeBatch(writer, waiting));
}

async function writeMissingStreets(writer: GazetteerWriter): Promise<number> {
  let written = 0;
  for await (const streets of writer.missingStreets())
    written += await writeBatch(writer, streets.map(streetOf));
  return written;
}

async function writeBatch(writer: GazetteerWriter, places: readonly Place[]): Promise<number> {
  if (places.length === 0) return 0;
  const ids = await writer.takeIds(places.length);
  await writer.write(places.map((place, index) => placeRows(place, ids[index] ?? 0, writer.gazetteerId)));
  return places.length;
}

function streetOf(missing: MissingStreet): Place {
  const {
    street,
    city,
    region,
    country_code: countryCode,
    longitude,
    latitude,
    west,
    south,
    east,
    north,
  } = missing;
  return {
    id: `street:${street}|${city ?? ''}|${region ?? ''}|${countryCode ?? ''}`,
    kind: 'street',
    names: [street],
    longitude,
    latitude,
    extent: [west, south, east, north],
    ...(city && { city }),
    ...(region && { region }),
    ...(countryCode && { countryCode }),
  };
}

/**
 * Loads a gazetteer file under the dataset and version in its header.
 * @throws MappingError `places:bad-gazetteer`
 */
export async function loadGazetteerFile(
  database: Database,
  path: string,
): Promise<LoadedGazetteer & { dataset: string }> {
  const { places, close, ...header } = await readGazetteerFile(path);
  try {
    return { dataset: header.dataset, ...(await loadGazetteer(database, places, header)) };
  } finally {
    await close();
  }
}

export interface GazetteerFile {
  dataset: string;
  version: string;
  attribution: string;
  places: AsyncIterable<Place>;
  /** Closes the file, if the places are not read to their end. */
  close(): Promise<void>;
}

/**
 * Opens a gazetteer file (docs/places.md): lines of JSON, a header and then one place per line; `.gz` when
 * compressed.
 * @throws MappingError `places:bad-gazetteer`, here or while the places are read, with the line number
 */
export async function readGazetteerFile(path: string): Promise<GazetteerFile> {
  const lines = readLines(path);
  const close = async () => void (await lines.return(undefined));
  const first = await lines.next();
  try {
    const header = parse(path, 1, first.done ? '' : first.value, gazetteerHeaderSchema);
    return { ...header, places: readPlaces(path, lines), close };
  } catch (error) {
    await close();
    throw error;
  }
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
  // An error of the file or of its compression ends the loop below.
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
    throw new MappingError('places:bad-gazetteer', `${path}, line ${line}: Not valid JSON.`, {
      status: 400,
      cause,
    });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  const problems = faults.map((fault) => `${fault.path}: ${fault.message}`).join('; ');
  throw new MappingError('places:bad-gazetteer', `${path}, line ${line}: ${problems}`, {
    status: 400,
    faults,
  });
}

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
/** PostgreSQL cannot hold a NUL character. */
const text = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/u, 'holds a NUL character');
const optionalText = text.optional();

/** The first line of a gazetteer file. */
const gazetteerHeaderSchema = z.object({
  dataset: z.string().min(1).max(100),
  version: z.string().min(1).max(100),
  attribution: z.string().max(2_000).default(''),
});

/** Every further line: one place. */
const placeSchema = z
  .object({
    id: text.min(1),
    kind: z.enum(placeKinds),
    category: optionalText,
    names: z.array(text.min(1)).max(1_000),
    longitude,
    latitude,
    extent: z.tuple([longitude, latitude, longitude, latitude]).optional(),
    along: z
      .array(z.tuple([longitude, latitude]))
      .max(100_000)
      .optional(),
    street: optionalText,
    houseNumber: optionalText,
    neighbourhood: optionalText,
    city: optionalText,
    region: optionalText,
    postal: optionalText,
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional(),
    within: z.array(text).max(1_000).optional(),
    population: z.number().int().min(0).max(1e12).optional(),
    importance: z.number().min(0).max(1).optional(),
  })
  .refine(({ kind, names }) => kind === 'address' || names.length > 0, {
    path: ['names'],
    message: 'a place needs a name',
  })
  .refine(({ kind, street, houseNumber }) => kind !== 'address' || (street && houseNumber), {
    path: ['street'],
    message: 'an address needs a street and a houseNumber',
  }) satisfies z.ZodType<Place>;
