/** Using an administrator's link: to create an account, or to choose a new password. */
export { JoinView } from './join-view.tsx';
