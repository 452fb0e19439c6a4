import { lazy, Suspense } from 'react';
import { useApplicationContext } from '../../context/application-context.ts';

const OpenIntegrations = lazy(async () => ({
  default: (await import('./drawer/open-integrations.tsx')).OpenIntegrations,
}));

/** The open integrations beside the map or in windows. Their code comes with the first that is opened. */
export function IntegrationsDrawer() {
  const { openIntegrations, currentMapLocation } = useApplicationContext();
  if (openIntegrations.length === 0 || !currentMapLocation) return null;
  return (
    <Suspense fallback={null}>
      <OpenIntegrations />
    </Suspense>
  );
}
