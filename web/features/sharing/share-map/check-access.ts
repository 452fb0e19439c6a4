import { MappingError } from '../../../../wire/errors.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import { anonymously } from '../../../portal/ask-anonymously.ts';
import type { SharedLayer } from './shared-layers.ts';

/** What the receiver of a shared map can see of a layer: everyone, people who can sign in to its service, or nobody. */
export type LayerAccess = 'everybody' | 'sign-in' | 'unreachable';

/**
 * Asks for a layer as someone does who is not signed in: its item in the portal, or its service. A layer that the map
 * carries itself is for everybody.
 */
export async function checkAccess(
  connection: PortalConnection,
  { itemId, url }: Pick<SharedLayer, 'itemId' | 'url'>,
  signal?: AbortSignal,
): Promise<LayerAccess> {
  const address = itemId
    ? `${connection.restUrl}/content/items/${encodeURIComponent(itemId)}`
    : /^https?:/.test(url ?? '')
      ? (url ?? '')
      : '';
  if (!address) return 'everybody';
  try {
    await anonymously(address, signal);
    return 'everybody';
  } catch (cause) {
    const status = cause instanceof MappingError ? cause.status : 0;
    if ([401, 403, 498, 499].includes(status)) return 'sign-in';
    return 'unreachable';
  }
}
