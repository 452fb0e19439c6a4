import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import { accountPath } from './list-accounts.ts';

/** Lets a person sign in, or no more. @throws MappingError `portal:*`, such as for the last administrator */
export async function setDisabled(
  connection: PortalConnection,
  username: string,
  disabled: boolean,
): Promise<void> {
  const act = disabled ? 'disable' : 'enable';
  await portalRequest(connection, `${accountPath(username)}/${act}`, { body: {} });
}

/** @param role `org_admin`, `org_publisher`, `org_user` or the id of a role the organisation made */
export async function setRole(connection: PortalConnection, username: string, role: string): Promise<void> {
  await portalRequest(connection, 'portals/self/updateUserRole', { body: { user: username, role } });
}

/** What a person says of themselves; a blank text clears. */
export interface ProfileChange {
  fullName: string;
  email: string;
  description: string;
  /** Comma-separated. */
  tags: string;
  access: string;
  culture: string;
  units: string;
  /** A new picture; null takes it away. */
  thumbnail?: File | null;
}

/** Changes a person's profile (`community/users/{u}/update`). */
export async function updateProfile(
  connection: PortalConnection,
  username: string,
  { thumbnail, ...texts }: Partial<ProfileChange>,
): Promise<void> {
  // A blank value counts as absent unless it is told to clear.
  const body: Record<string, unknown> = { clearEmptyFields: true, ...texts };
  if (thumbnail) body['thumbnail'] = thumbnail;
  if (thumbnail === null) body['thumbnail'] = ' ';
  await portalRequest(connection, `${accountPath(username)}/update`, { body });
}

/** Changes one's own password; every other session ends. */
export async function changePassword(
  connection: PortalConnection,
  username: string,
  password: string,
  newPassword: string,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/reset`, { body: { password, newPassword } });
}
