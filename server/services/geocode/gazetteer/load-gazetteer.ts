import type { Database } from '../../../database/connect.ts';
import type { Place } from '../place.ts';
import {
  type GazetteerVersion,
  type GazetteerWriter,
  type MissingStreet,
  replaceGazetteer,
} from './gazetteer-store.ts';
import { placeRows } from './place-rows.ts';

export interface LoadedGazetteer {
  /** False: this version of the dataset was there already and nothing was read. */
  loaded: boolean;
  places: number;
}

const batch = 5_000;

/**
 * Loads a dataset of places, in place of an older version of it, all or nothing. Loading the same version again does
 * nothing, so this may run at every start. Streets that only addresses name are added from those.
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
