/** One's own account: profile, password, and where one is signed in. */
export { ProfileView } from './profile-view.tsx';
