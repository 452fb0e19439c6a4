import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** A role that the organisation created in addition to ArcGIS's own three. */
export interface CustomRole {
  id: string;
  name: string;
  description?: string;
}

/**
 * Whether a role is one of ArcGIS’s own besides user, publisher and administrator: Viewer or Data Editor,
 * which cannot be changed or deleted. https://developers.arcgis.com/rest/users-groups-and-items/role/
 */
export const isPrebuilt = ({ id }: Pick<CustomRole, 'id'>): boolean => /^i(A{15}|B{15})$/.test(id);

const rolePath = (id: string) => `portals/self/roles/${encodeURIComponent(id)}`;

/** The organisation's own roles (`portals/self/roles`), at most a hundred. */
export async function listRoles(connection: PortalConnection, signal?: AbortSignal): Promise<CustomRole[]> {
  const params = { num: 100 };
  const response = await portalRequest<{ roles?: CustomRole[] }>(connection, 'portals/self/roles', {
    params,
    signal,
  });
  return response.roles ?? [];
}

/** What a role allows, such as `portal:user:createItem`. */
export async function loadPrivileges(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const response = await portalRequest<{ privileges?: string[] }>(connection, `${rolePath(id)}/privileges`, {
    signal,
  });
  return response.privileges ?? [];
}

/** Creates a role without privileges. @returns its id */
export async function createRole(
  connection: PortalConnection,
  { name, description = '' }: Omit<CustomRole, 'id'>,
): Promise<string> {
  const response = await portalRequest<{ id: string }>(connection, 'portals/self/createRole', {
    body: { name, description },
  });
  return response.id;
}

/** Changes the name and description of a role. */
export async function updateRole(
  connection: PortalConnection,
  { id, name, description = '' }: CustomRole,
): Promise<void> {
  await portalRequest(connection, `${rolePath(id)}/update`, { body: { name, description } });
}

/** Replaces what a role allows. @throws MappingError `portal:*` for privileges that roles cannot have */
export async function setPrivileges(
  connection: PortalConnection,
  id: string,
  privileges: readonly string[],
): Promise<void> {
  await portalRequest(connection, `${rolePath(id)}/setPrivileges`, {
    body: { privileges: JSON.stringify({ privileges }) },
  });
}

/** Deletes a role. @throws MappingError `portal:*`, such as while users have it */
export async function deleteRole(connection: PortalConnection, id: string): Promise<void> {
  await portalRequest(connection, `${rolePath(id)}/delete`, { body: {} });
}
