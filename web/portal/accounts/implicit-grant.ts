import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { Portal } from '../portal-types.ts';

/**
 * Whether the portal issues tokens in URLs to legacy applications (the OAuth 2 implicit flow); embedded portal only.
 */
export async function loadImplicitGrant(
  connection: PortalConnection,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await portalRequest<Portal>(connection, 'portals/self', { signal })).implicitGrant === true;
}

export async function saveImplicitGrant(connection: PortalConnection, allowed: boolean): Promise<void> {
  await portalRequest(connection, 'portals/self/update', { body: { implicitGrant: String(allowed) } });
}
