/** Who is signed in, and signing in and out (spec §4). */
export { AccountRows } from './account-rows.tsx';
export { SessionEndedDialog } from './session-ended-dialog.tsx';
export { UserMenu } from './user-menu.tsx';
