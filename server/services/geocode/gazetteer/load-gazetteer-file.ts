import type { Database } from '../../../database/connect.ts';
import { type LoadedGazetteer, loadGazetteer } from './load-gazetteer.ts';
import { readGazetteerFile } from './read-gazetteer-file.ts';

/**
 * Loads a gazetteer file under the dataset and version its header names.
 * @throws MappingError `places:bad-gazetteer`
 */
export async function loadGazetteerFile(
  database: Database,
  path: string,
): Promise<LoadedGazetteer & { dataset: string }> {
  const { places, ...header } = await readGazetteerFile(path);
  return { dataset: header.dataset, ...(await loadGazetteer(database, places, header)) };
}
