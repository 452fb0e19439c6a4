import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import { accountPath } from './list-accounts.ts';

/** Enables or disables a user. @throws MappingError `portal:*`, such as for the last administrator */
export async function setDisabled(
  connection: PortalConnection,
  username: string,
  disabled: boolean,
): Promise<void> {
  const act = disabled ? 'disable' : 'enable';
  await portalRequest(connection, `${accountPath(username)}/${act}`, { body: {} });
}

/** Changes a user's role: `org_admin`, `org_publisher`, `org_user` or the id of one of the organisation's own roles. */
export async function setRole(connection: PortalConnection, username: string, role: string): Promise<void> {
  await portalRequest(connection, 'portals/self/updateUserRole', { body: { user: username, role } });
}

/** Changes to a user's profile; an empty text clears the field. */
export interface ProfileChange {
  fullName: string;
  email: string;
  description: string;
  /** Comma-separated. */
  tags: string;
  access: string;
  culture: string;
  region: string;
  units: string;
  /** A new picture; null removes it. */
  thumbnail?: File | null;
}

/** Changes a user's profile (`community/users/{u}/update`). */
export async function updateProfile(
  connection: PortalConnection,
  username: string,
  { thumbnail, ...texts }: Partial<ProfileChange>,
): Promise<void> {
  // Without `clearEmptyFields` a blank value counts as absent.
  const body: Record<string, unknown> = { clearEmptyFields: true, ...texts };
  if (thumbnail) body['thumbnail'] = thumbnail;
  if (thumbnail === null) body['thumbnail'] = ' ';
  await portalRequest(connection, `${accountPath(username)}/update`, { body });
}

/** Changes the user's own password and ends every other session. */
export async function changePassword(
  connection: PortalConnection,
  username: string,
  password: string,
  newPassword: string,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/reset`, { body: { password, newPassword } });
}
