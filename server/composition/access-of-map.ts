import { createHash } from 'node:crypto';
import { z } from 'zod';
import { portalAddress } from '../../wire/portal-address.ts';
import type { MapAccess } from '../application/map-comments/comment-operations.ts';
import type { AccessOfMap } from '../application/map-comments/routes.ts';
import { portalUnreachable } from '../platform/membership/portal-unreachable.ts';
import type { EmbeddedPortal, IdentifyOptions } from '../platform/membership/identify.ts';
import { SharedWork } from '../platform/budgets/shared-work.ts';
import { withoutPlaces } from '../platform/database/current-work.ts';
import { safeFetch } from '../platform/safety/safe-fetch.ts';
import { mayItem } from '../portal/access/item-policy.ts';
import { findItem } from '../portal/content/items/item-store.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../portal/operation.ts';
import { portalOrganisationOf } from '../portal/portal-address.ts';

const failureSchema = z.object({ error: z.object({ code: z.number() }) });
const responseSchema = z.object({ type: z.string(), itemControl: z.string().optional() });
/** undefined: no such item for this caller. */
type ItemResponse = z.infer<typeof responseSchema> | undefined;

const timeoutMilliseconds = 5_000;

/** Types of items that the viewer opens. */
type MapType = 'Web Map' | 'Web Scene';

/**
 * Asks the organisation's portal what the owner of a token, or a visitor, may do with a web map or web scene: the embedded one by its own
 * policy, others by the `itemControl` of the item. Callers have been identified with this token before, so it is the portal's own.
 */
export function createAccessOfMap(
  portal: PortalContext,
  {
    embedded,
    allowedPrivateHosts,
    publicUrl,
    types,
  }: { embedded: EmbeddedPortal; types: readonly MapType[] } & Pick<
    IdentifyOptions,
    'allowedPrivateHosts' | 'publicUrl'
  >,
): AccessOfMap {
  const underWay = new SharedWork<ItemResponse>();
  const isMap = ({ type }: { type: string }) => (types as readonly string[]).includes(type);
  return async (organisation, config, presented, wid): Promise<MapAccess> => {
    const token = presented?.token;
    const address = portalAddress(config.portal.url, publicUrl);
    if (!embedded.isAt(address)) {
      const url = `${address}/sharing/rest/content/items/${encodeURIComponent(wid)}`;
      const key = createHash('sha256')
        .update(`${url} ${token ?? ''}`)
        .digest('base64');
      const ask = () => askItem(url, token, allowedPrivateHosts);
      // Many who open a map at once are one request to its portal. Each leaves its own place, not only the one whose request it is.
      const response = await withoutPlaces(() => underWay.join(key, ask));
      if (!response || !isMap(response)) return undefined;
      return ['admin', 'update'].includes(response.itemControl ?? '') ? 'change' : 'see';
    }
    const [caller, item, home] = await Promise.all([
      resolveCaller(portal, token),
      findItem(portal.database, wid),
      portalOrganisationOf(portal, organisation, config),
    ]);
    if (!item || !isMap(item) || item.org_id !== home?.id || !mayItem(caller, 'see', item)) return undefined;
    return mayItem(caller, 'change', item) ? 'change' : 'see';
  };
}

/** POST, so that the token is in no address and no log. */
async function askItem(
  url: string,
  token: string | undefined,
  allowedPrivateHosts: IdentifyOptions['allowedPrivateHosts'],
): Promise<ItemResponse> {
  try {
    const body = new URLSearchParams({ f: 'json', ...(token !== undefined && { token }) });
    const options = { allowedPrivateHosts, milliseconds: timeoutMilliseconds };
    const { text } = await safeFetch(url, { method: 'POST', body }, options);
    const response: unknown = JSON.parse(text);
    const code = failureSchema.safeParse(response).data?.error.code ?? 0;
    // An overloaded portal did not look for the item, and one that rejects the token says nothing about it.
    const rejectsToken = token !== undefined && (code === 498 || code === 499);
    if (code === 429 || rejectsToken || code >= 500) throw new Error(`The portal responded with ${code}.`);
    return responseSchema.safeParse(response).data;
  } catch (cause) {
    throw portalUnreachable(url, cause, 'Nothing has been changed; try again in a minute.');
  }
}
