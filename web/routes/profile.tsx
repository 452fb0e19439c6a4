import { ProfileView } from '../features/profile/index.ts';

export function ProfileRoute() {
  return <ProfileView />;
}
