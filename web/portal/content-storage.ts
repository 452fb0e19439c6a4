import type { OrganisationStorageAnswer, StorageAnswer } from '../../wire/quota.ts';
import { accountPath } from './accounts/list-accounts.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';

/** A user's storage and quota, if the portal reports them (`contentStorage`). */
export async function loadStorage(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<StorageAnswer> {
  return portalRequest(connection, `${accountPath(username)}/storage`, { signal });
}

/** The same of the whole organisation, for its administrators. */
export async function loadOrganisationStorage(
  connection: PortalConnection,
  signal?: AbortSignal,
): Promise<OrganisationStorageAnswer> {
  return portalRequest(connection, 'portals/self/storage', { signal });
}
