import type { Fault } from '../../../wire/errors.ts';
import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { errorFromJson } from '../portal-error.ts';
import { portalRequest } from '../portal-request.ts';

/** A user to be added to the portal. Without a username, the user who opens the link chooses one. */
export interface Invitation {
  username?: string;
  fullname?: string;
  email: string;
  role: string;
  groups: readonly string[];
  /** The initial password on portals without links. */
  password?: string;
}

/** A link's secret, returned once. */
export interface AccountLink {
  link: string | null;
  /** Epoch milliseconds. */
  expires: number | null;
}

/**
 * `portals/self/invite`: the embedded portal returns a link; ArcGIS creates an account with a password, or sends an
 * email.
 * @throws MappingError `portal:*`; with the portal's reason if the user was not invited
 */
export async function invitePerson(
  connection: PortalConnection,
  invitation: Invitation,
): Promise<AccountLink> {
  const newAccount = { ...invitation, userType: 'arcgisonly', userLicenseTypeId: 'creatorUT' };
  const response = await portalRequest<{
    notInvited?: string[];
    invitations?: AccountLink[];
    faults?: (Omit<Fault, 'path'> & { username: string })[];
  }>(connection, 'portals/self/invite', {
    body: {
      invitationList: JSON.stringify({
        invitations: [{ ...newAccount, groups: invitation.groups.join(',') }],
      }),
    },
  });
  const refused = response.notInvited?.[0];
  if (refused !== undefined) {
    const { message = refused, ...fault } = response.faults?.[0] ?? {};
    const faults = [{ path: '', message, ...fault }];
    throw errorFromJson({ code: 400, message, faults });
  }
  return response.invitations?.[0] ?? { link: null, expires: null };
}

/** Embedded portal only: the password stops working, every session ends, and a link lets the user choose a new one. */
export async function resetAccountPassword(
  connection: PortalConnection,
  username: string,
): Promise<AccountLink> {
  return portalRequest(connection, `${accountPath(username)}/reset`, { body: {} });
}

/** A link that can still be used. */
export interface OpenLink {
  id: string;
  kind: 'join' | 'password';
  username: string | null;
  role: string | null;
  createdBy: string;
  created: number;
  expires: number;
}

export async function listLinks(connection: PortalConnection, signal?: AbortSignal): Promise<OpenLink[]> {
  return (await portalRequest<{ links: OpenLink[] }>(connection, 'portals/self/links', { signal })).links;
}

export async function revokeLink(connection: PortalConnection, id: string): Promise<void> {
  await portalRequest(connection, `portals/self/links/${encodeURIComponent(id)}/revoke`, { body: {} });
}

/** The purpose of a link, shown to the user who opens it. */
export interface LinkOffer {
  kind: 'join' | 'password';
  username: string | null;
  fullName: string | null;
  invitedBy: string;
  portalName: string;
  expires: number;
}

export async function openLink(
  connection: PortalConnection,
  link: string,
  signal?: AbortSignal,
): Promise<LinkOffer> {
  return portalRequest(connection, 'community/links/open', { body: { link }, signal });
}

/** Uses a link: chooses a password, and with it, to join, a username. @returns the username */
export async function acceptLink(
  connection: PortalConnection,
  link: string,
  chosen: { password: string; username?: string; fullName?: string; email?: string },
): Promise<string> {
  const response = await portalRequest<{ username: string }>(connection, 'community/links/use', {
    body: { link, ...chosen },
  });
  return response.username;
}
