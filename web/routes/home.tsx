import { HomeView } from '../features/home/index.ts';
import { prefetchMap } from './prefetch-map.ts';

export function HomeRoute() {
  return <HomeView onMapIntent={prefetchMap} />;
}
