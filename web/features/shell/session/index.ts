/** Shows who is signed in; signs in and out. */
export { SessionEndedDialog } from './session-ended-dialog.tsx';
export { AccountRows, UserMenu } from './user-menu.tsx';
