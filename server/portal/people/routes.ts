import type { OperationRoute } from '../operation.ts';
import { deleteUser } from './delete-user.ts';
import { invitePeople } from './invite-people.ts';
import { listLinks, revokeLink } from './links/open-links.ts';
import { openLink, useLink } from './links/use-link.ts';
import { resetPassword } from './reset-password.ts';
import { endUserSession, endUserSessions, listUserSessions } from './sessions.ts';
import { disableUser, disableUsers, enableUser, enableUsers } from './set-disabled.ts';
import { updateUserRole } from './update-user-role.ts';

const user = '/community/users/:user';
const portal = '/portals/:portal';

/**
 * Accounts and their sessions. `links` and `sessions` are this portal's own; everything else is called as in an ArcGIS
 * portal.
 */
export const peopleRoutes: readonly OperationRoute[] = [
  { path: `${portal}/invite`, operation: invitePeople },
  { path: `${portal}/links`, operation: listLinks },
  { path: `${portal}/links/:link/revoke`, operation: revokeLink },
  { path: `${portal}/updateUserRole`, operation: updateUserRole },
  { path: `${portal}/updateuserrole`, operation: updateUserRole },
  { path: `${portal}/disableUsers`, operation: disableUsers },
  { path: `${portal}/enableUsers`, operation: enableUsers },
  { path: `${user}/disable`, operation: disableUser },
  { path: `${user}/enable`, operation: enableUser },
  { path: `${user}/delete`, operation: deleteUser },
  { path: `${user}/reset`, operation: resetPassword },
  { path: `${user}/sessions`, operation: listUserSessions },
  { path: `${user}/sessions/:session/end`, operation: endUserSession },
  { path: `${user}/endSessions`, operation: endUserSessions },
  { path: '/community/links/open', operation: openLink },
  { path: '/community/links/use', operation: useLink },
];
