import { OwnInvitations } from '../features/groups/index.ts';
import { HomeView } from '../features/home/index.ts';
import { prefetchMap } from './prefetch-map.ts';

export function HomeRoute() {
  return <HomeView onMapIntent={prefetchMap} news={<OwnInvitations />} />;
}
