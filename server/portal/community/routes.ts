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
  {
    path: '/community/self',
    method: 'GET',
    operation: getSelf,
    needs: 'member',
    budget: 'small',
    provesIdentity: true,
  },
  { path: user, method: 'GET', operation: getUser, needs: 'anyone' },
  {
    path: `${user}/update`,
    method: 'POST',
    operation: updateUserOperation,
    needs: 'member',
    largeFields: ['thumbnail'],
  },
  { path: `${user}/tags`, method: 'GET', operation: getTags, needs: 'member' },
  { path: `${user}/notifications`, method: 'GET', operation: getNotifications, needs: 'member' },
  { path: `${user}/notifications/:notification`, method: 'GET', operation: getNotification, needs: 'member' },
  {
    path: `${user}/notifications/:notification/delete`,
    method: 'POST',
    operation: removeNotification,
    needs: 'member',
  },
  { path: `${user}/properties`, method: 'GET', operation: getProperties, needs: 'member' },
  { path: `${user}/setProperties`, method: 'POST', operation: setProperties, needs: 'member' },
  { path: `${user}/invitations`, method: 'GET', operation: getInvitations, needs: 'member' },
  { path: `${user}/invitations/:invitation`, method: 'GET', operation: getInvitation, needs: 'member' },
  {
    path: `${user}/invitations/:invitation/accept`,
    method: 'POST',
    operation: acceptInvitation,
    needs: 'portal:user:joinGroup',
  },
  {
    path: `${user}/invitations/:invitation/decline`,
    method: 'POST',
    operation: declineInvitation,
    needs: 'member',
  },
  {
    path: `${user}/disable`,
    method: 'POST',
    operation: disableUser,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    path: `${user}/enable`,
    method: 'POST',
    operation: enableUser,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    path: `${user}/delete`,
    method: 'POST',
    operation: deleteUser,
    needs: 'portal:admin:deleteUsers',
    recentSignIn: true,
  },
  { path: `${user}/reset`, method: 'POST', operation: resetPassword, needs: 'member' },
  { path: `${user}/storage`, method: 'GET', operation: getStorage, needs: 'member' },
  { path: `${user}/sessions`, method: 'GET', operation: listUserSessions, needs: 'member' },
  { path: `${user}/securityActivity`, method: 'GET', operation: getSecurityActivity, needs: 'member' },
  { path: `${user}/sessions/:session/end`, method: 'POST', operation: endUserSession, needs: 'member' },
  { path: `${user}/endSessions`, method: 'POST', operation: endUserSessions, needs: 'member' },
  { path: `${user}/email/sendCode`, method: 'POST', operation: sendEmailCode, needs: 'member' },
  { path: `${user}/email/confirm`, method: 'POST', operation: confirmEmail, needs: 'member' },
  { path: `${user}/secondFactor`, method: 'GET', operation: getSecondFactor, needs: 'member' },
  { path: `${user}/secondFactor/add`, method: 'POST', operation: addSecondFactor, needs: 'member' },
  { path: `${user}/secondFactor/enable`, method: 'POST', operation: enableSecondFactor, needs: 'member' },
  {
    path: `${user}/secondFactor/updateCodes`,
    method: 'POST',
    operation: updateRecoveryCodes,
    needs: 'member',
  },
  { path: `${user}/secondFactor/remove`, method: 'POST', operation: removeSecondFactor, needs: 'member' },
  {
    path: `${user}/secondFactor/reset`,
    method: 'POST',
    operation: resetSecondFactor,
    needs: 'portal:admin:updateUsers',
    recentSignIn: true,
  },
  { path: `${user}/passkeys`, method: 'GET', operation: getPasskeys, needs: 'member' },
  { path: `${user}/passkeys/options`, method: 'GET', operation: getPasskeyOptions, needs: 'member' },
  { path: `${user}/passkeys/add`, method: 'POST', operation: addPasskey, needs: 'member' },
  { path: `${user}/passkeys/:passkey/remove`, method: 'POST', operation: deletePasskey, needs: 'member' },
  { path: '/community/links/open', method: 'GET', operation: openLink, needs: 'anyone' },
  { path: '/community/links/use', method: 'POST', operation: useLink, needs: 'anyone' },
  {
    path: '/community/createGroup',
    method: 'POST',
    operation: createGroupOperation,
    needs: 'portal:user:createGroup',
    largeFields: ['thumbnail'],
  },
  { path: group, method: 'GET', operation: getGroup, needs: 'anyone' },
  { path: `${group}/users`, method: 'GET', operation: listGroupUsers, needs: 'anyone' },
  { path: `${group}/userlist`, method: 'GET', operation: listGroupUserPage, needs: 'anyone' },
  { path: `${group}/userList`, method: 'GET', operation: listGroupUserPage, needs: 'anyone' },
  { path: `${group}/categorySchema`, method: 'GET', operation: getGroupCategorySchema, needs: 'anyone' },
  { path: `${group}/assignCategorySchema`, method: 'POST', operation: assignCategorySchema, needs: managing },
  { path: `${group}/deleteCategorySchema`, method: 'POST', operation: deleteCategorySchema, needs: managing },
  {
    path: `${group}/update`,
    method: 'POST',
    operation: updateGroupOperation,
    needs: managing,
    largeFields: ['thumbnail'],
  },
  { path: `${group}/delete`, method: 'POST', operation: deleteGroupOperation, needs: deleting },
  { path: `${group}/protect`, method: 'POST', operation: protectGroup, needs: deleting },
  { path: `${group}/unprotect`, method: 'POST', operation: unprotectGroup, needs: deleting },
  { path: `${group}/join`, method: 'POST', operation: joinGroup, needs: 'portal:user:joinGroup' },
  { path: `${group}/leave`, method: 'POST', operation: leaveGroup, needs: 'member' },
  {
    path: `${group}/reassign`,
    method: 'POST',
    operation: reassignGroup,
    needs: ['portal:user:createGroup', 'portal:admin:reassignGroups'],
  },
  { path: `${group}/addUsers`, method: 'POST', operation: addGroupUsers, needs: assigning },
  { path: `${group}/removeUsers`, method: 'POST', operation: removeGroupUsers, needs: assigning },
  { path: `${group}/updateUsers`, method: 'POST', operation: updateGroupUsers, needs: assigning },
  {
    path: `${group}/createNotification`,
    method: 'POST',
    operation: createGroupNotification,
    needs: managing,
  },
  { path: `${group}/invite`, method: 'POST', operation: inviteToGroup, needs: assigning },
  { path: `${group}/invitations`, method: 'GET', operation: listGroupInvitations, needs: assigning },
  {
    path: `${group}/invitations/:invitation/delete`,
    method: 'POST',
    operation: deleteGroupInvitation,
    needs: assigning,
  },
];
