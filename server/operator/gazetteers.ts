import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { listGazetteers, removeGazetteer } from '../gis/geocode/gazetteer/gazetteer-store.ts';
import { loadGazetteerFile } from '../gis/geocode/gazetteer/load-gazetteer-file.ts';

/** One line per dataset: name, version, places, attribution. */
export async function listPlaces(database: Database): Promise<string> {
  const rows = await listGazetteers(database);
  if (rows.length === 0) return 'No gazetteers are loaded. Load one: npm run org -- load-places FILE';
  return rows
    .map(
      ({ name, version, place_count: count, attribution }) =>
        `${name}\tversion ${version}\t${count} places\t${attribution}`,
    )
    .join('\n');
}

/**
 * Loads a gazetteer file (docs/places.md).
 * @throws MappingError `places:bad-gazetteer`
 */
export async function loadPlaces(database: Database, file: string): Promise<string> {
  const { dataset, loaded, places } = await loadGazetteerFile(database, file);
  return loaded ? `“${dataset}” has ${places} places now.` : `“${dataset}” is there in this version already.`;
}

/** @throws MappingError `places:no-gazetteer` */
export async function removePlaces(database: Database, dataset: string): Promise<string> {
  if (await removeGazetteer(database, dataset)) return `“${dataset}” is gone.`;
  throw new MappingError('places:no-gazetteer', `There is no gazetteer “${dataset}”.`);
}
