import { itemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** A web map as the portal stores it: the item, and its JSON of the web map specification. */
export interface PortalWebMap {
  item: PortalItem;
  data: object;
}

/**
 * Loads a web map's item and data at once.
 * @throws MappingError `portal:item-not-found`, `portal:not-permitted`, `portal:token-required`, `portal:unreachable`
 */
export async function loadWebMap(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<PortalWebMap> {
  const path = itemPath(id);
  const [item, data] = await Promise.all([
    portalRequest<PortalItem>(connection, path, { signal }),
    portalRequest<object>(connection, `${path}/data`, { signal }),
  ]);
  return { item, data };
}
