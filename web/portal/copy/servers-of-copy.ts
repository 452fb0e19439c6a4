import { hostOf } from '../../../wire/map-hosts.ts';
import { portalRequest } from '../portal-request.ts';
import type { SearchPage } from '../portal-types.ts';
import { copyWay, type SourceItem } from './plan.ts';
import type { Party } from './report.ts';

const hosted = 'type:"Feature Service" AND typekeywords:"Hosted Service"';

/**
 * Hosts of the servers that layers are read from and created on, which on ArcGIS Enterprise are not those of
 * the portals. A portal does not name its hosting server to members; a layer that is there already does.
 */
export async function serversOfCopy(
  target: Party,
  items: readonly SourceItem[],
  signal: AbortSignal,
): Promise<string[]> {
  const layers = items.filter((item) => copyWay(item) === 'features');
  if (layers.length === 0) return [];
  const params = { q: `${hosted} AND orgid:${target.user.orgId ?? ''}`, num: 1 };
  const found = await portalRequest<SearchPage<{ url?: string | null }>>(target, 'search', {
    params,
    signal,
  });
  const urls = [...layers, ...found.results].map(({ url }) => url ?? '');
  return [...new Set(urls.flatMap((url) => hostOf(url) ?? []))];
}
