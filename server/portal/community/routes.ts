import type { Requirement } from '../access/privileges.ts';
import {
  addPasskey,
  deletePasskey,
  getPasskeyOptions,
  getPasskeys,
} from '../identity/passkeys/operations.ts';
import {
  addSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
  updateRecoveryCodes,
} from '../identity/second-factor/operations.ts';
import { getSecurityActivity } from '../identity/security/security-operations.ts';
import { confirmEmail, sendEmailCode } from '../mail/mail-operations.ts';
import type { OperationRoute } from '../operation.ts';
import { getStorage } from '../quotas/get-storage.ts';
import {
  assignCategorySchema,
  deleteCategorySchema,
  getGroupCategorySchema,
} from './groups/category-schema-operations.ts';
import {
  createGroupOperation,
  deleteGroupOperation,
  getGroup,
  protectGroup,
  reassignGroup,
  unprotectGroup,
  updateGroupOperation,
} from './groups/group-operations.ts';
import {
  addGroupUsers,
  joinGroup,
  leaveGroup,
  listGroupUserPage,
  listGroupUsers,
  removeGroupUsers,
  updateGroupUsers,
} from './groups/group-members.ts';
import {
  acceptInvitation,
  declineInvitation,
  deleteGroupInvitation,
  getInvitation,
  getInvitations,
  inviteToGroup,
  listGroupInvitations,
} from './invitations/invitation-operations.ts';
import { openLink, useLink } from './links/use-link.ts';
import {
  createGroupNotification,
  getNotification,
  getNotifications,
  removeNotification,
} from './notifications/notification-operations.ts';
import { deleteUser } from './users/delete-user.ts';
import { resetPassword } from './users/reset-password.ts';
import { endUserSession, endUserSessions, listUserSessions } from './users/sessions.ts';
import { disableUser, enableUser } from './users/set-disabled.ts';
import {
  getProperties,
  getSelf,
  getTags,
  getUser,
  setProperties,
  updateUserOperation,
} from './users/user-operations.ts';

const user = '/community/users/:user';
const group = '/community/groups/:id';

/** A group the caller manages, or with the privilege any other; the operation checks which applies. */
const managing: Requirement = ['portal:user:createGroup', 'portal:admin:updateGroups'];
const deleting: Requirement = ['portal:user:createGroup', 'portal:admin:deleteGroups'];
const assigning: Requirement = ['portal:user:createGroup', 'portal:admin:assignToGroups'];

/**
 * Users and groups; the searches are in the search slice. `links`, `sessions`, `securityActivity`, `email`, `secondFactor`, `passkeys`
 * and `storage` are this portal's own; everything else is called as in an ArcGIS portal.
 */
export const communityRoutes: readonly OperationRoute[] = [
  { path: '/community/self', operation: getSelf, needs: 'member', budget: 'small', provesIdentity: true },
  { path: user, operation: getUser, needs: 'anyone' },
  { path: `${user}/update`, operation: updateUserOperation, needs: 'member', largeFields: ['thumbnail'] },
  { path: `${user}/tags`, operation: getTags, needs: 'member' },
  { path: `${user}/notifications`, operation: getNotifications, needs: 'member' },
  { path: `${user}/notifications/:notification`, operation: getNotification, needs: 'member' },
  { path: `${user}/notifications/:notification/delete`, operation: removeNotification, needs: 'member' },
  { path: `${user}/properties`, operation: getProperties, needs: 'member' },
  { path: `${user}/setProperties`, operation: setProperties, needs: 'member' },
  { path: `${user}/invitations`, operation: getInvitations, needs: 'member' },
  { path: `${user}/invitations/:invitation`, operation: getInvitation, needs: 'member' },
  {
    path: `${user}/invitations/:invitation/accept`,
    operation: acceptInvitation,
    needs: 'portal:user:joinGroup',
  },
  { path: `${user}/invitations/:invitation/decline`, operation: declineInvitation, needs: 'member' },
  { path: `${user}/disable`, operation: disableUser, needs: 'portal:admin:disableUsers', recentSignIn: true },
  { path: `${user}/enable`, operation: enableUser, needs: 'portal:admin:disableUsers', recentSignIn: true },
  { path: `${user}/delete`, operation: deleteUser, needs: 'portal:admin:deleteUsers', recentSignIn: true },
  { path: `${user}/reset`, operation: resetPassword, needs: 'member' },
  { path: `${user}/storage`, operation: getStorage, needs: 'member' },
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
  {
    path: '/community/createGroup',
    operation: createGroupOperation,
    needs: 'portal:user:createGroup',
    largeFields: ['thumbnail'],
  },
  { path: group, operation: getGroup, needs: 'anyone' },
  { path: `${group}/users`, operation: listGroupUsers, needs: 'anyone' },
  { path: `${group}/userlist`, operation: listGroupUserPage, needs: 'anyone' },
  { path: `${group}/userList`, operation: listGroupUserPage, needs: 'anyone' },
  { path: `${group}/categorySchema`, operation: getGroupCategorySchema, needs: 'anyone' },
  { path: `${group}/assignCategorySchema`, operation: assignCategorySchema, needs: managing },
  { path: `${group}/deleteCategorySchema`, operation: deleteCategorySchema, needs: managing },
  { path: `${group}/update`, operation: updateGroupOperation, needs: managing, largeFields: ['thumbnail'] },
  { path: `${group}/delete`, operation: deleteGroupOperation, needs: deleting },
  { path: `${group}/protect`, operation: protectGroup, needs: deleting },
  { path: `${group}/unprotect`, operation: unprotectGroup, needs: deleting },
  { path: `${group}/join`, operation: joinGroup, needs: 'portal:user:joinGroup' },
  { path: `${group}/leave`, operation: leaveGroup, needs: 'member' },
  {
    path: `${group}/reassign`,
    operation: reassignGroup,
    needs: ['portal:user:createGroup', 'portal:admin:reassignGroups'],
  },
  { path: `${group}/addUsers`, operation: addGroupUsers, needs: assigning },
  { path: `${group}/removeUsers`, operation: removeGroupUsers, needs: assigning },
  { path: `${group}/updateUsers`, operation: updateGroupUsers, needs: assigning },
  { path: `${group}/createNotification`, operation: createGroupNotification, needs: managing },
  { path: `${group}/invite`, operation: inviteToGroup, needs: assigning },
  { path: `${group}/invitations`, operation: listGroupInvitations, needs: assigning },
  {
    path: `${group}/invitations/:invitation/delete`,
    operation: deleteGroupInvitation,
    needs: assigning,
  },
];
