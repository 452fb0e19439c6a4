import { z } from 'zod';
import { problemsOf } from '../../../wire/map-check.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { AskOptions } from './ask-address.ts';
import { checkDocument } from './check-document.ts';
import { checkDueMaps } from './check-maps.ts';
import { checkRound, type DoctorOptions } from './check-round.ts';
import {
  claimDueForeignMaps,
  type ForeignFinding,
  forgetForeignMap,
  type ForeignMap,
  saveForeignCheck,
  rememberSeen,
} from './foreign-map-store.ts';
import { layerAddresses } from './layer-addresses.ts';
import { createLimitedFetch, type LimitedFetch } from './limited-fetch.ts';

/** The groups whose maps an organisation's gallery shows, in a portal that is not ours. */
interface ForeignGallery {
  /** Address of the portal, without a slash at the end. */
  portal: string;
  groups: readonly string[];
}

interface GalleryOptions extends AskOptions {
  database: Database;
  now: () => number;
  listOrganisations: () => Promise<readonly { name: string }[]>;
  /** Undefined: the organisation's portal is ours, whose maps are all checked. */
  findGallery: (organisation: string) => Promise<ForeignGallery | undefined>;
}

/**
 * Puts the maps of the groups that galleries name on the lists of maps to look after, so that they are checked before anybody has
 * come by: once in `limits.mapCheckHours`, some organisations a round. The portals are asked without a token, so only maps that
 * everyone may see are found; of each group the most viewed.
 * @returns does the next round; its answer is how many organisations were looked at
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
    const ask = createLimitedFetch(options);
    for (const organisation of round) {
      const gallery = await options.findGallery(organisation).catch(() => undefined);
      for (const group of gallery?.groups ?? []) {
        if (!gallery || options.signal?.aborted) return 0;
        const ids = await mapsOf(gallery.portal, group, ask);
        await rememberSeen(options.database, { organisation, portal: gallery.portal }, ids, options.now());
      }
    }
    return round.length;
  };
}

const answerSchema = z.object({
  results: z.array(
    z.object({ id: z.string().regex(/^[0-9a-f]{32}$/i), type: z.string(), access: z.string() }),
  ),
});

/** Web maps everyone may see in a group everyone may see; none when the portal does not answer. */
async function mapsOf(portal: string, group: string, ask: LimitedFetch): Promise<string[]> {
  const parameters = new URLSearchParams({
    f: 'json',
    q: `group:"${group.replaceAll(/["\\]/g, '')}" AND type:"Web Map"`,
    num: String(limits.searchPage),
    sortField: 'numviews',
    sortOrder: 'desc',
  });
  try {
    const { body } = await ask(`${portal}/sharing/rest/search?${parameters}`, limits.itemTextBytes);
    return answerSchema
      .parse(JSON.parse(body))
      .results.filter(({ type, access }) => type === 'Web Map' && access === 'public')
      .map(({ id }) => id);
  } catch {
    // Nobody is harmed: members who come by put the maps on the list as well, and tomorrow is asked again.
    return [];
  }
}

/** A web map as its portal shows it to everyone. */
interface PublicMap {
  owner: string;
  /** Undefined: it cannot be read. */
  document: unknown;
}

const itemSchema = z.object({
  type: z.literal('Web Map'),
  access: z.literal('public'),
  owner: z.string().max(250),
});

/**
 * Reads a web map from its portal without a token, so it can only be one that everyone may see.
 * @returns undefined when the portal does not show it, or it is no web map
 * @throws ForbiddenAddress; any error of the network; Error when the portal itself fails
 */
async function readPublicMap(
  portal: string,
  itemId: string,
  ask: LimitedFetch,
): Promise<PublicMap | undefined> {
  const address = `${portal}/sharing/rest/content/items/${encodeURIComponent(itemId)}`;
  // An item's description may be long.
  const item = await ask(`${address}?f=json`, limits.itemTextBytes);
  if (item.status >= 500 || item.status === 429) throw new Error(`The portal answered ${item.status}`);
  const { data } = itemSchema.safeParse(parse(item.body));
  if (!data) return undefined;
  const text = await ask(`${address}/data?f=json`, limits.itemTextBytes);
  if (text.status >= 500 || text.status === 429) throw new Error(`The portal answered ${text.status}`);
  const document = text.body.trim() === '' ? {} : parse(text.body);
  const failed = typeof document === 'object' && document !== null && 'error' in document;
  return { owner: data.owner, document: failed ? undefined : document };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Checks maps in the background, round after round; a round that is full is followed by the next one soon.
 * @returns stops it, waiting for the question that is being asked
 */
export function startMapDoctor(
  options: Omit<ForeignDoctorOptions & GalleryOptions, 'signal'>,
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
  const every = { ...options, signal: stopping.signal };
  const tasks = [
    { most: limits.mapChecksPerRound, run: () => checkDueMaps(every) },
    { most: limits.galleriesPerRound, run: createGalleryRounds(every) },
    { most: limits.mapChecksPerRound, run: () => checkDueForeignMaps(every) },
  ];
  const work = async () => {
    let full = false;
    for (const { most, run } of tasks) {
      try {
        if ((await run()) === most) full = true;
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
  /** The address of an organisation's portal, without a slash at the end; undefined: ours. */
  findForeignPortal: (organisation: string) => Promise<string | undefined>;
}

/**
 * Checks the maps of other portals that are due: only public ones, because the map doctor has no person's token.
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
