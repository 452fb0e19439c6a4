/** Groups: members, invitations, joining and leaving. */
export { GroupDialog } from './group-dialog.tsx';
export { GroupsView } from './groups-view.tsx';
export { OwnInvitations } from './own-invitations.tsx';
