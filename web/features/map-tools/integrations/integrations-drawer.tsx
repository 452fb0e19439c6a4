import { lazy, Suspense } from 'react';
import { useIntegrations } from '../../../context/application-context.ts';
import { showsCoverage } from './host/address.ts';

const OpenIntegrations = lazy(async () => ({
  default: (await import('./drawer/open-integrations.tsx')).OpenIntegrations,
}));

/**
 * The open integrations beside the map or in windows. Their code loads with the first one opened. Before a location is
 * chosen, only those are loaded that show on the map where they have content.
 */
export function IntegrationsDrawer() {
  const { openIntegrations, currentMapLocation } = useIntegrations();
  if (!currentMapLocation && !openIntegrations.some(showsCoverage)) return null;
  if (openIntegrations.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OpenIntegrations />
    </Suspense>
  );
}
