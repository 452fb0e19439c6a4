import { type Fault, MappingError } from '../../../wire/errors.ts';
import { groupPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { errorFromJson } from '../portal-error.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalGroup } from '../portal-types.ts';

export interface GroupMember {
  username: string;
  fullName?: string;
  memberType?: 'owner' | 'admin' | 'member';
}

/** Members of one page. */
const membersPage = 100;

interface MembersPage {
  owner: GroupMember;
  /** The others. */
  users: GroupMember[];
  nextStart: number;
}

/**
 * A page of the members of a group (`userList`). Portals describe the owner beside the users, by name only,
 * or as one of them. https://developers.arcgis.com/rest/users-groups-and-items/group-users-list/
 */
export async function listGroupMembers(
  connection: PortalConnection,
  { id, owner }: Pick<PortalGroup, 'id' | 'owner'>,
  start: number,
  signal?: AbortSignal,
): Promise<MembersPage> {
  const params = { num: membersPage, start };
  const page = await portalRequest<{
    owner?: GroupMember | string;
    users?: GroupMember[];
    nextStart?: number;
  }>(connection, `${groupPath(id)}/userList`, { params, signal });
  const listed = page.users ?? [];
  const described = typeof page.owner === 'object' ? page.owner : undefined;
  return {
    owner: described ?? listed.find(({ username }) => username === owner) ?? { username: owner },
    users: listed.filter(({ username }) => username !== owner),
    nextStart: page.nextStart ?? -1,
  };
}

/**
 * @throws MappingError when the portal did not add them; with the reason where the portal has one, which
 *   ArcGIS has not
 */
export async function addToGroup(connection: PortalConnection, id: string, username: string): Promise<void> {
  const { notAdded, faults } = await change<{
    notAdded?: string[];
    faults?: (Omit<Fault, 'path'> & { username: string })[];
  }>(connection, id, 'addUsers', { users: username });
  const [fault] = faults ?? [];
  if (fault) throw errorFromJson({ code: 400, message: fault.message, faults: [{ path: '', ...fault }] });
  if (notAdded?.length) throw notDone('portal:not-added', notAdded);
}

export async function removeFromGroup(
  connection: PortalConnection,
  id: string,
  username: string,
): Promise<void> {
  const { notRemoved } = await change<{ notRemoved?: string[] }>(connection, id, 'removeUsers', {
    users: username,
  });
  if (notRemoved?.length) throw notDone('portal:not-removed', notRemoved);
}

/** Makes a user an administrator of the group, or an ordinary member again. */
export async function setGroupAdmin(
  connection: PortalConnection,
  id: string,
  username: string,
  admin: boolean,
): Promise<void> {
  await change(connection, id, 'updateUsers', { [admin ? 'admins' : 'users']: username });
}

export interface GroupDetails {
  title: string;
  snippet: string;
  access: PortalGroup['access'];
}

/** @returns the id of the new group */
export async function createGroup(connection: PortalConnection, details: GroupDetails): Promise<string> {
  const response = await portalRequest<{ group: PortalGroup }>(connection, 'community/createGroup', {
    body: { ...details, tags: '', isInvitationOnly: true },
  });
  return response.group.id;
}

/** Leaves a group; its owner cannot. */
export async function leaveGroup(connection: PortalConnection, id: string): Promise<void> {
  await portalRequest(connection, `${groupPath(id)}/leave`, { body: {} });
}

export async function deleteGroup(connection: PortalConnection, id: string): Promise<void> {
  await portalRequest(connection, `${groupPath(id)}/delete`, { body: {} });
}

async function change<Changed>(
  connection: PortalConnection,
  id: string,
  act: string,
  body: Record<string, string>,
): Promise<Changed> {
  return portalRequest(connection, `${groupPath(id)}/${act}`, { body });
}

/** ArcGIS responds with success and the names it did not process, without a reason. */
function notDone(id: 'portal:not-added' | 'portal:not-removed', names: readonly string[]): MappingError {
  const name = names.join(', ');
  const message = `The portal did not change the membership of ${name}.`;
  return new MappingError(id, message, { status: 400, faults: [{ path: '', message, values: { name } }] });
}
