import { lazy, Suspense } from 'react';
import { useIdentity } from '../context/application-context.ts';
import { HomeView } from '../features/shell/home/index.ts';
import { prefetchMap } from './prefetch-map.ts';

const OwnInvitations = lazy(async () => ({
  default: (await import('../features/content/groups/index.ts')).OwnInvitations,
}));

export function HomeRoute() {
  return <HomeView onMapIntent={prefetchMap} news={<News />} />;
}

/** Visitors have no invitations. */
function News() {
  const { user } = useIdentity();
  return (
    user && (
      <Suspense fallback={null}>
        <OwnInvitations />
      </Suspense>
    )
  );
}
