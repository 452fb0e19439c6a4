import { OwnInvitations } from '../features/content/groups/index.ts';
import { HomeView } from '../features/shell/home/index.ts';
import { prefetchMap } from './prefetch-map.ts';

export function HomeRoute() {
  return <HomeView onMapIntent={prefetchMap} news={<OwnInvitations />} />;
}
