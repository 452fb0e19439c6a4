/** The user's own account: profile, password and sessions. */
export { ProfileView } from './profile-view.tsx';
