import type { Requirement } from '../access/privileges.ts';
import type { OperationRoute } from '../operation.ts';
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
import {
  createGroupNotification,
  getNotification,
  getNotifications,
  removeNotification,
} from './notifications/notification-operations.ts';
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

/** Users and groups; the searches are in the search slice. */
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
