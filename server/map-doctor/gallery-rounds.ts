import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import { limits } from '../limits.ts';
import type { AskOptions } from './ask-address.ts';
import { rememberSeen } from './foreign-map-store.ts';
import { createLimitedFetch, type LimitedFetch } from './limited-fetch.ts';

/** The groups whose maps an organisation's gallery shows, in a portal that is not ours. */
export interface ForeignGallery {
  /** Address of the portal, without a slash at the end. */
  portal: string;
  groups: readonly string[];
}

export interface GalleryOptions extends AskOptions {
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
