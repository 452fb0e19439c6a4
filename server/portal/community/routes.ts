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
import { operationRoutes } from '../operation.ts';
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
export const communityRoutes = operationRoutes([
  { reads: '/community/self', operation: getSelf, needs: 'member', budget: 'small', provesIdentity: true },
  { reads: user, operation: getUser, needs: 'anyone' },
  { changes: `${user}/update`, operation: updateUserOperation, needs: 'member', largeFields: ['thumbnail'] },
  { reads: `${user}/tags`, operation: getTags, needs: 'member' },
  { reads: `${user}/notifications`, operation: getNotifications, needs: 'member' },
  { reads: `${user}/notifications/:notification`, operation: getNotification, needs: 'member' },
  { changes: `${user}/notifications/:notification/delete`, operation: removeNotification, needs: 'member' },
  { reads: `${user}/properties`, operation: getProperties, needs: 'member' },
  { changes: `${user}/setProperties`, operation: setProperties, needs: 'member' },
  { reads: `${user}/invitations`, operation: getInvitations, needs: 'member' },
  { reads: `${user}/invitations/:invitation`, operation: getInvitation, needs: 'member' },
  {
    changes: `${user}/invitations/:invitation/accept`,
    operation: acceptInvitation,
    needs: 'portal:user:joinGroup',
  },
  { changes: `${user}/invitations/:invitation/decline`, operation: declineInvitation, needs: 'member' },
  {
    changes: `${user}/disable`,
    operation: disableUser,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    changes: `${user}/enable`,
    operation: enableUser,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  { changes: `${user}/delete`, operation: deleteUser, needs: 'portal:admin:deleteUsers', recentSignIn: true },
  { changes: `${user}/reset`, operation: resetPassword, needs: 'member' },
  { reads: `${user}/storage`, operation: getStorage, needs: 'member' },
  { reads: `${user}/sessions`, operation: listUserSessions, needs: 'member' },
  { reads: `${user}/securityActivity`, operation: getSecurityActivity, needs: 'member' },
  { changes: `${user}/sessions/:session/end`, operation: endUserSession, needs: 'member' },
  { changes: `${user}/endSessions`, operation: endUserSessions, needs: 'member' },
  { changes: `${user}/email/sendCode`, operation: sendEmailCode, needs: 'member' },
  { changes: `${user}/email/confirm`, operation: confirmEmail, needs: 'member' },
  { reads: `${user}/secondFactor`, operation: getSecondFactor, needs: 'member' },
  { changes: `${user}/secondFactor/add`, operation: addSecondFactor, needs: 'member' },
  { changes: `${user}/secondFactor/enable`, operation: enableSecondFactor, needs: 'member' },
  { changes: `${user}/secondFactor/updateCodes`, operation: updateRecoveryCodes, needs: 'member' },
  { changes: `${user}/secondFactor/remove`, operation: removeSecondFactor, needs: 'member' },
  {
    changes: `${user}/secondFactor/reset`,
    operation: resetSecondFactor,
    needs: 'portal:admin:updateUsers',
    recentSignIn: true,
  },
  { reads: `${user}/passkeys`, operation: getPasskeys, needs: 'member' },
  { reads: `${user}/passkeys/options`, operation: getPasskeyOptions, needs: 'member' },
  { changes: `${user}/passkeys/add`, operation: addPasskey, needs: 'member' },
  { changes: `${user}/passkeys/:passkey/remove`, operation: deletePasskey, needs: 'member' },
  { reads: '/community/links/open', operation: openLink, needs: 'anyone' },
  { changes: '/community/links/use', operation: useLink, needs: 'anyone' },
  {
    changes: '/community/createGroup',
    operation: createGroupOperation,
    needs: 'portal:user:createGroup',
    largeFields: ['thumbnail'],
  },
  { reads: group, operation: getGroup, needs: 'anyone' },
  { reads: `${group}/users`, operation: listGroupUsers, needs: 'anyone' },
  { reads: `${group}/userlist`, operation: listGroupUserPage, needs: 'anyone' },
  { reads: `${group}/userList`, operation: listGroupUserPage, needs: 'anyone' },
  { reads: `${group}/categorySchema`, operation: getGroupCategorySchema, needs: 'anyone' },
  { changes: `${group}/assignCategorySchema`, operation: assignCategorySchema, needs: managing },
  { changes: `${group}/deleteCategorySchema`, operation: deleteCategorySchema, needs: managing },
  {
    changes: `${group}/update`,
    operation: updateGroupOperation,
    needs: managing,
    largeFields: ['thumbnail'],
  },
  { changes: `${group}/delete`, operation: deleteGroupOperation, needs: deleting },
  { changes: `${group}/protect`, operation: protectGroup, needs: deleting },
  { changes: `${group}/unprotect`, operation: unprotectGroup, needs: deleting },
  { changes: `${group}/join`, operation: joinGroup, needs: 'portal:user:joinGroup' },
  { changes: `${group}/leave`, operation: leaveGroup, needs: 'member' },
  {
    changes: `${group}/reassign`,
    operation: reassignGroup,
    needs: ['portal:user:createGroup', 'portal:admin:reassignGroups'],
  },
  { changes: `${group}/addUsers`, operation: addGroupUsers, needs: assigning },
  { changes: `${group}/removeUsers`, operation: removeGroupUsers, needs: assigning },
  { changes: `${group}/updateUsers`, operation: updateGroupUsers, needs: assigning },
  { changes: `${group}/createNotification`, operation: createGroupNotification, needs: managing },
  { changes: `${group}/invite`, operation: inviteToGroup, needs: assigning },
  { reads: `${group}/invitations`, operation: listGroupInvitations, needs: assigning },
  { changes: `${group}/invitations/:invitation/delete`, operation: deleteGroupInvitation, needs: assigning },
]);
