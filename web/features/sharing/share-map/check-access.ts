import { MappingError } from '../../../../wire/errors.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import { anonymously } from '../../../portal/ask-anonymously.ts';
import type { SharedLayer } from './shared-layers.ts';

/** Who can see a layer of a shared map: everyone, users who can sign in to its service, or no one. */
export type LayerAccess = 'everybody' | 'sign-in' | 'unreachable';

/**
 * Requests a layer anonymously: its portal item, or its service. A layer stored in the map itself is visible to
 * everyone.
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
