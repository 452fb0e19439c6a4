/** Shows who is signed in; signs in and out. */
export { SessionDialogs } from './session-dialogs.tsx';
export { LazyAccountRows, UserMenu } from './user-menu.tsx';
