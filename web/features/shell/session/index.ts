/** Shows who is signed in; signs in and out. */
export { AccountRows } from './account-rows.tsx';
export { SessionEndedDialog } from './session-ended-dialog.tsx';
export { UserMenu } from './user-menu.tsx';
