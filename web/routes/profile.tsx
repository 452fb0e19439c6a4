import { ProfileView } from '../features/shell/profile/index.ts';

export function ProfileRoute() {
  return <ProfileView />;
}
