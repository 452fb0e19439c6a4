import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { Portal } from './portal-types.ts';

/**
 * Loads the portal's description of itself (`portals/self`) in the user's language.
 * @param culture BCP 47 tag; sent in lower case as ArcGIS clients do
 * @throws MappingError `portal:app-id-not-found` with "App ID not found"
 */
export async function loadPortal(
  connection: PortalConnection,
  culture: string,
  signal?: AbortSignal,
): Promise<Portal> {
  if (!connection.appId) throw new MappingError('portal:app-id-not-found', 'App ID not found');
  return portalRequest<Portal>(connection, 'portals/self', {
    params: { culture: culture.toLowerCase() },
    signal,
  });
}
