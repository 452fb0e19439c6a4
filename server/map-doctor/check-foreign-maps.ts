import { problemsOf } from '../../wire/map-check.ts';
import { checkDocument } from './check-document.ts';
import { checkRound, type DoctorOptions } from './check-round.ts';
import {
  claimDueForeignMaps,
  type ForeignFinding,
  forgetForeignMap,
  type ForeignMap,
  saveForeignCheck,
} from './foreign-map-store.ts';
import { layerAddresses } from './layer-addresses.ts';
import type { LimitedFetch } from './limited-fetch.ts';
import { readPublicMap } from './read-public-map.ts';

export interface ForeignDoctorOptions extends DoctorOptions {
  /** The address of an organisation's portal, without a slash at the end; undefined: ours. */
  findForeignPortal: (organisation: string) => Promise<string | undefined>;
}

/**
 * Checks the maps of other portals that are due: those everyone may see, for the doctor has nobody's token.
 * @returns how many were due
 */
export function checkDueForeignMaps(options: ForeignDoctorOptions): Promise<number> {
  return checkRound(options, claimDueForeignMaps, (map, ask) => checkMap(map, options, ask));
}

async function checkMap(map: ForeignMap, options: ForeignDoctorOptions, ask: LimitedFetch): Promise<void> {
  if ((await options.findForeignPortal(map.organisation)) !== map.portal) {
    await forgetForeignMap(options.database, map);
    return;
  }
  const found = await examine(map, options, ask);
  if (found !== 'later') await saveForeignCheck(options.database, map, found, options.now());
}

/** `later`: the portal did not answer, which says nothing about the map; its claim runs out and it is tried again. */
async function examine(
  map: ForeignMap,
  options: ForeignDoctorOptions,
  ask: LimitedFetch,
): Promise<ForeignFinding | 'later'> {
  const read = await readPublicMap(map.portal, map.item_id, ask).catch(() => 'later' as const);
  if (read === 'later' || read === undefined) return read;
  const layers = await checkDocument(read.document, ask, layerAddresses({ ...options, portal: map.portal }));
  return { owner: read.owner, layers, attention: problemsOf(layers, true).length > 0 };
}
