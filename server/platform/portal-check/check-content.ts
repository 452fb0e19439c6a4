import { z } from 'zod';
import { type AddFinding, parse, type PortalSelf, rest } from './read-portal.ts';
import type { AskPortal } from './request.ts';

const totalSchema = z.object({ total: z.number() });

/** What visitors find in the portal: maps, basemaps, and whether addresses can be searched. */
export async function checkContent(
  ask: AskPortal,
  address: string,
  self: PortalSelf,
  add: AddFinding,
): Promise<void> {
  const totalOf = async (path: string, q: string) => {
    const query = new URLSearchParams({ f: 'json', num: '1', q });
    const answer = await ask(`${rest(address)}/${path}?${query}`).catch(() => undefined);
    return parse(totalSchema, answer?.text ?? '')?.total;
  };
  const maps = await totalOf('search', 'type:"Web Map"');
  if (maps === undefined) add('search-failed');
  else add('search', { total: String(maps) });
  const query =
    (self.useVectorBasemaps && self.vectorBasemapGalleryGroupQuery) || self.basemapGalleryGroupQuery;
  if (!query) add('no-basemaps');
  else add((await totalOf('community/groups', query)) ? 'basemaps' : 'basemaps-unseen', { query });
  const [locator] = self.helperServices?.geocode ?? [];
  if (locator) add('geocoder', { url: locator.url });
  else add('no-geocoder');
}
