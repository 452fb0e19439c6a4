import { problemsOf } from '../../../wire/map-check.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { DocumentLayer } from '../../platform/documents/read-map.ts';
import { checkLayers } from './check-layer.ts';
import { checkDueMaps } from './check-maps.ts';
import {
  checkEach,
  checkFor,
  checkRound,
  type DoctorOptions,
  type LimitedFetch,
  type RoundOptions,
} from './check-round.ts';
import {
  claimDueForeignMaps,
  type ForeignFinding,
  forgetForeignMap,
  type ForeignMap,
  saveForeignCheck,
  recordSeen,
} from './foreign-map-store.ts';
import { layerAddresses } from './layers-of.ts';

/** Groups of an organisation's gallery in another portal. */
interface ForeignGallery {
  /** Address of the portal, without a trailing slash. */
  portal: string;
  groups: readonly string[];
}

interface GalleryOptions extends RoundOptions, Pick<DoctorOptions, 'documents'> {
  database: Database;
  now: () => number;
  listOrganisations: () => Promise<readonly { name: string }[]>;
  /** Undefined: the organisation's portal is embedded, and all of its maps are checked. */
  findGallery: (organisation: string) => Promise<ForeignGallery | undefined>;
}

/**
 * Adds the maps of gallery groups to the maps to check, so that they are checked before a member has opened
 * them: once in `limits.mapCheckHours`, a few organisations per round. The portals are requested without a
 * token, so only public maps are found; of each group the most viewed.
 * @returns a function that runs the next round and returns the number of organisations
 */
export function createGalleryRounds(options: GalleryOptions): () => Promise<number> {
  let waiting: string[] = [];
  let listedAt = -Infinity;
  return async () => {
    if (waiting.length === 0 && options.now() - listedAt >= limits.mapCheckHours * 3_600_000) {
      waiting = (await options.listOrganisations()).map(({ name }) => name);
      listedAt = options.now();
    }
    const round = waiting.splice(0, limits.galleriesPerRound);
    await checkEach(round, options, async (organisation, ask) => {
      const gallery = await options.findGallery(organisation).catch(() => undefined);
      for (const group of gallery?.groups ?? []) {
        if (!gallery || options.signal?.aborted) return;
        const { portal } = gallery;
        const ids = await checkFor(organisation, options, () =>
          mapsOf(portal, group, ask, options.documents),
        );
        await recordSeen(options.database, { organisation, portal }, ids, options.now());
      }
    });
    return options.signal?.aborted ? 0 : round.length;
  };
}

/** Public web maps of a public group; none when the portal does not respond. */
async function mapsOf(
  portal: string,
  group: string,
  ask: LimitedFetch,
  documents: DoctorOptions['documents'],
): Promise<string[]> {
  const parameters = new URLSearchParams({
    f: 'json',
    q: `group:"${group.replaceAll(/["\\]/g, '')}" AND type:"Web Map"`,
    num: String(limits.searchPage),
    sortField: 'numviews',
    sortOrder: 'desc',
  });
  try {
    const { body } = await ask(`${portal}/sharing/rest/search?${parameters}`, limits.itemTextBytes);
    return await documents.readFoundMaps(body);
  } catch {
    // Harmless: members who open the maps add them as well, and the portal is requested again tomorrow.
    return [];
  }
}

/** A public web map of a portal. */
interface PublicMap {
  owner: string;
  /** Undefined: they cannot be read. */
  layers: DocumentLayer[] | undefined;
}

/**
 * Reads a web map from its portal without a token, so only a public one.
 * @returns undefined when the portal does not show it, or it is not a web map
 * @throws ForbiddenAddress; any network error; Error when the portal itself fails
 */
async function readPublicMap(
  portal: string,
  itemId: string,
  ask: LimitedFetch,
  documents: DoctorOptions['documents'],
): Promise<PublicMap | undefined> {
  const address = `${portal}/sharing/rest/content/items/${encodeURIComponent(itemId)}`;
  // An item description may be long.
  const item = await ask(`${address}?f=json`, limits.itemTextBytes);
  if (item.status >= 500 || item.status === 429) throw new Error(`The portal answered ${item.status}`);
  const owner = await documents.readMapOwner(item.body);
  if (owner === undefined) return undefined;
  const text = await ask(`${address}/data?f=json`, limits.itemTextBytes);
  if (text.status >= 500 || text.status === 429) throw new Error(`The portal answered ${text.status}`);
  return { owner, layers: await documents.readMapLayers(text.body) };
}

/**
 * Checks maps in the background, round after round; a full round is soon followed by the next one.
 * @returns a function that stops it, waiting for the current request
 */
export function startMapDoctor(
  options: Omit<ForeignDoctorOptions & GalleryOptions, 'signal' | 'onFailure'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const later = (milliseconds: number) => {
    timer = setTimeout(() => {
      round = work();
    }, milliseconds);
    timer.unref();
  };
  const every = { ...options, signal: stopping.signal, onFailure: onError };
  const tasks = [
    { max: limits.mapChecksPerRound, run: () => checkDueMaps(every) },
    { max: limits.galleriesPerRound, run: createGalleryRounds(every) },
    { max: limits.mapChecksPerRound, run: () => checkDueForeignMaps(every) },
  ];
  const work = async () => {
    let full = false;
    for (const { max, run } of tasks) {
      try {
        if ((await run()) === max) full = true;
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
    }
    if (stopping.signal.aborted) return;
    later(full ? limits.mapCheckPauseMilliseconds : limits.mapCheckRoundMilliseconds);
  };
  later(limits.mapCheckPauseMilliseconds);
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await round;
  };
}

export interface ForeignDoctorOptions extends DoctorOptions {
  /** The address of an organisation's portal, without a trailing slash; undefined: the embedded one. */
  findForeignPortal: (organisation: string) => Promise<string | undefined>;
}

/**
 * Checks the due maps of other portals: only public ones, because the map doctor has no user's token.
 * @returns the number of due maps
 */
export function checkDueForeignMaps(options: ForeignDoctorOptions): Promise<number> {
  return checkRound(
    options,
    claimDueForeignMaps,
    (map, ask) => checkMap(map, options, ask),
    // Nor is it known whether it is still public.
    (map) => saveForeignCheck(options.database, map, undefined, options.now()),
  );
}

async function checkMap(map: ForeignMap, options: ForeignDoctorOptions, ask: LimitedFetch): Promise<void> {
  if ((await options.findForeignPortal(map.organisation)) !== map.portal) {
    await forgetForeignMap(options.database, map);
    return;
  }
  const found = await examine(map, options, ask);
  if (found !== 'later' && !options.signal?.aborted)
    await saveForeignCheck(options.database, map, found, options.now());
}

/**
 * `later`: the portal did not respond, which reveals nothing about the map; its claim expires and it is
 * retried.
 */
async function examine(
  map: ForeignMap,
  options: ForeignDoctorOptions,
  ask: LimitedFetch,
): Promise<ForeignFinding | 'later'> {
  const read = await readPublicMap(map.portal, map.item_id, ask, options.documents).catch(
    () => 'later' as const,
  );
  if (read === 'later' || read === undefined) return read;
  const layers = await checkLayers(read.layers, ask, layerAddresses({ ...options, portal: map.portal }));
  return { owner: read.owner, layers, attention: problemsOf(layers, true).length > 0 };
}
