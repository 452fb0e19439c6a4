import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** A role that the organisation created in addition to ArcGIS's own three. */
export interface CustomRole {
  id: string;
  name: string;
}

/** The organisation's own roles (`portals/self/roles`): at most a hundred, which is more than any organisation has. */
export async function listRoles(connection: PortalConnection, signal?: AbortSignal): Promise<CustomRole[]> {
  const params = { num: 100 };
  const answer = await portalRequest<{ roles?: CustomRole[] }>(connection, 'portals/self/roles', {
    params,
    signal,
  });
  return answer.roles ?? [];
}
