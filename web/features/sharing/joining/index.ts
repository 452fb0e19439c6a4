/** Using a link an administrator handed over: to make one's account, or to choose a new password. */
export { JoinView } from './join-view.tsx';
