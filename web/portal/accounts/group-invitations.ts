import { accountPath, groupPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

export type GroupRole = 'group_admin' | 'group_member';

/** An open invitation to a group. */
export interface GroupInvitation {
  id: string;
  groupName: string;
  /** The invited user. */
  username: string;
  fromUsername: string;
  role: GroupRole;
  /** Epoch milliseconds. */
  expiration: number;
}

/**
 * Invites a user, who accepts or declines; users of partner organisations by their exact username.
 * @returns false if they are already in the group
 * @throws MappingError if no such user can be invited
 */
export async function inviteToGroup(
  connection: PortalConnection,
  groupId: string,
  { username, role }: { username: string; role: GroupRole },
): Promise<boolean> {
  const { notInvited = [] } = await portalRequest<{ notInvited?: string[] }>(
    connection,
    `${groupPath(groupId)}/invite`,
    { body: { users: username, role } },
  );
  return notInvited.length === 0;
}

/** Open invitations to a group, for its managers; embedded portal only. */
export async function listGroupInvitations(
  connection: PortalConnection,
  groupId: string,
  signal?: AbortSignal,
): Promise<GroupInvitation[]> {
  const path = `${groupPath(groupId)}/invitations`;
  return (
    await portalRequest<{ groupInvitations: GroupInvitation[] }>(connection, path, {
      signal,
    })
  ).groupInvitations;
}

export async function revokeGroupInvitation(
  connection: PortalConnection,
  groupId: string,
  id: string,
): Promise<void> {
  const path = `${groupPath(groupId)}/invitations/${encodeURIComponent(id)}/delete`;
  await portalRequest(connection, path, { body: {} });
}

/** A user's own open invitations. */
export async function listOwnInvitations(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<GroupInvitation[]> {
  const path = `${accountPath(username)}/invitations`;
  return (await portalRequest<{ userInvitations: GroupInvitation[] }>(connection, path, { signal }))
    .userInvitations;
}

export async function answerInvitation(
  connection: PortalConnection,
  username: string,
  id: string,
  answer: 'accept' | 'decline',
): Promise<void> {
  const path = `${accountPath(username)}/invitations/${encodeURIComponent(id)}/${answer}`;
  await portalRequest(connection, path, { body: {} });
}
