import type { OperationRoute } from '../operation.ts';
import { getOrganisationStorage, getStorage } from '../quotas/get-storage.ts';
import {
  addSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
  updateRecoveryCodes,
} from '../identity/second-factor/operations.ts';
import {
  addPasskey,
  deletePasskey,
  getPasskeyOptions,
  getPasskeys,
} from '../identity/passkeys/operations.ts';
import { getSecurityActivity } from '../identity/security/security-operations.ts';
import { confirmEmail, sendEmailCode } from '../mail/mail-operations.ts';
import { deleteUser } from './delete-user.ts';
import { addUser, invitePeople } from './invite-people.ts';
import { listLinks, revokeLink } from './links/open-links.ts';
import { openLink, useLink } from './links/use-link.ts';
import { resetPassword } from './reset-password.ts';
import { endUserSession, endUserSessions, listUserSessions } from './sessions.ts';
import { disableUser, disableUsers, enableUser, enableUsers } from './set-disabled.ts';
import {
  changeRoleDescription,
  createRole,
  getPrivileges,
  getRole,
  getRoles,
  removeRole,
  setPrivileges,
} from './roles/role-operations.ts';
import { updateUserRole } from './update-user-role.ts';

const user = '/community/users/:user';
const portal = '/portals/:portal';

/**
 * Accounts and their sessions. `links`, `sessions`, `email`, `secondFactor`, `passkeys` and `storage` are this portal's own; everything
 * else is called as in an ArcGIS portal.
 */
export const peopleRoutes: readonly OperationRoute[] = [
  {
    path: `${portal}/invite`,
    operation: invitePeople,
    needs: 'portal:admin:inviteUsers',
    recentSignIn: true,
  },
  { path: `${portal}/addUser`, operation: addUser, needs: 'portal:admin:inviteUsers', recentSignIn: true },
  { path: `${portal}/links`, operation: listLinks, needs: 'portal:admin:inviteUsers' },
  { path: `${portal}/links/:link/revoke`, operation: revokeLink, needs: 'portal:admin:inviteUsers' },
  {
    path: `${portal}/updateUserRole`,
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/updateuserrole`,
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/createRole`,
    operation: createRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  { path: `${portal}/roles`, operation: getRoles, needs: 'member', budget: 'small' },
  { path: `${portal}/roles/:role`, operation: getRole, needs: 'member', budget: 'small' },
  { path: `${portal}/roles/:role/privileges`, operation: getPrivileges, needs: 'member', budget: 'small' },
  {
    path: `${portal}/roles/:role/setPrivileges`,
    operation: setPrivileges,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/roles/:role/update`,
    operation: changeRoleDescription,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/roles/:role/delete`,
    operation: removeRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/disableUsers`,
    operation: disableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    path: `${portal}/enableUsers`,
    operation: enableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  { path: `${user}/disable`, operation: disableUser, needs: 'portal:admin:disableUsers', recentSignIn: true },
  { path: `${user}/enable`, operation: enableUser, needs: 'portal:admin:disableUsers', recentSignIn: true },
  { path: `${user}/delete`, operation: deleteUser, needs: 'portal:admin:deleteUsers', recentSignIn: true },
  { path: `${user}/reset`, operation: resetPassword, needs: 'member' },
  { path: `${user}/storage`, operation: getStorage, needs: 'member' },
  { path: `${portal}/storage`, operation: getOrganisationStorage, needs: 'portal:admin:viewUsers' },
  { path: `${user}/sessions`, operation: listUserSessions, needs: 'member' },
  { path: `${user}/securityActivity`, operation: getSecurityActivity, needs: 'member' },
  { path: `${user}/sessions/:session/end`, operation: endUserSession, needs: 'member' },
  { path: `${user}/endSessions`, operation: endUserSessions, needs: 'member' },
  { path: `${user}/email/sendCode`, operation: sendEmailCode, needs: 'member' },
  { path: `${user}/email/confirm`, operation: confirmEmail, needs: 'member' },
  { path: `${user}/secondFactor`, operation: getSecondFactor, needs: 'member' },
  { path: `${user}/secondFactor/add`, operation: addSecondFactor, needs: 'member' },
  { path: `${user}/secondFactor/enable`, operation: enableSecondFactor, needs: 'member' },
  { path: `${user}/secondFactor/updateCodes`, operation: updateRecoveryCodes, needs: 'member' },
  { path: `${user}/secondFactor/remove`, operation: removeSecondFactor, needs: 'member' },
  {
    path: `${user}/secondFactor/reset`,
    operation: resetSecondFactor,
    needs: 'portal:admin:updateUsers',
    recentSignIn: true,
  },
  { path: `${user}/passkeys`, operation: getPasskeys, needs: 'member' },
  { path: `${user}/passkeys/options`, operation: getPasskeyOptions, needs: 'member' },
  { path: `${user}/passkeys/add`, operation: addPasskey, needs: 'member' },
  { path: `${user}/passkeys/:passkey/remove`, operation: deletePasskey, needs: 'member' },
  { path: '/community/links/open', operation: openLink, needs: 'anyone' },
  { path: '/community/links/use', operation: useLink, needs: 'anyone' },
];
