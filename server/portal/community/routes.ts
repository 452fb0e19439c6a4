import type { OperationRoute } from '../operation.ts';
import { assignCategorySchema, deleteCategorySchema } from './groups/change-category-schema.ts';
import { createGroupOperation } from './groups/create-group-operation.ts';
import { deleteGroupOperation } from './groups/delete-group-operation.ts';
import { getGroupCategorySchema } from './groups/get-category-schema.ts';
import { getGroup } from './groups/get-group.ts';
import { addGroupUsers, removeGroupUsers, updateGroupUsers } from './groups/group-members.ts';
import { joinGroup, leaveGroup } from './groups/join-and-leave.ts';
import { listGroupUserPage, listGroupUsers } from './groups/list-group-users.ts';
import { protectGroup, unprotectGroup } from './groups/protect-group.ts';
import { reassignGroup } from './groups/reassign-group.ts';
import { updateGroupOperation } from './groups/update-group-operation.ts';
import { acceptInvitation, declineInvitation, getInvitations } from './invitations/answer-invitation.ts';
import { inviteToGroup } from './invitations/invite.ts';
import { getSelf, getUser } from './users/get-user.ts';
import { getNotifications, getProperties, getTags } from './users/own-lists.ts';
import { updateUserOperation } from './users/update-user-operation.ts';

const user = '/community/users/:user';
const group = '/community/groups/:id';

/** People and groups (portal-wire §3); the searches are in the search slice. */
export const communityRoutes: readonly OperationRoute[] = [
  { path: '/community/self', operation: getSelf },
  { path: user, operation: getUser },
  { path: `${user}/update`, operation: updateUserOperation, largeBody: true },
  { path: `${user}/tags`, operation: getTags },
  { path: `${user}/notifications`, operation: getNotifications },
  { path: `${user}/properties`, operation: getProperties },
  { path: `${user}/invitations`, operation: getInvitations },
  { path: `${user}/invitations/:invitation/accept`, operation: acceptInvitation },
  { path: `${user}/invitations/:invitation/decline`, operation: declineInvitation },
  { path: '/community/createGroup', operation: createGroupOperation, largeBody: true },
  { path: group, operation: getGroup },
  { path: `${group}/users`, operation: listGroupUsers },
  { path: `${group}/userlist`, operation: listGroupUserPage },
  { path: `${group}/userList`, operation: listGroupUserPage },
  { path: `${group}/categorySchema`, operation: getGroupCategorySchema },
  { path: `${group}/assignCategorySchema`, operation: assignCategorySchema },
  { path: `${group}/deleteCategorySchema`, operation: deleteCategorySchema },
  { path: `${group}/update`, operation: updateGroupOperation, largeBody: true },
  { path: `${group}/delete`, operation: deleteGroupOperation },
  { path: `${group}/protect`, operation: protectGroup },
  { path: `${group}/unprotect`, operation: unprotectGroup },
  { path: `${group}/join`, operation: joinGroup },
  { path: `${group}/leave`, operation: leaveGroup },
  { path: `${group}/reassign`, operation: reassignGroup },
  { path: `${group}/addUsers`, operation: addGroupUsers },
  { path: `${group}/removeUsers`, operation: removeGroupUsers },
  { path: `${group}/updateUsers`, operation: updateGroupUsers },
  { path: `${group}/invite`, operation: inviteToGroup },
];
