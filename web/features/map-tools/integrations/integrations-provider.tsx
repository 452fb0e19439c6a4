import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useIntegrations } from '../../../context/application-context.ts';
import { useMapPath } from '../../../context/page-frame.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { HubContext, HubRetryContext, type IntegrationsHub, WithHub } from './host/hub.ts';

/** Provides the state that drawer, windows and map share. It is loaded for maps, and when an integration is open. */
export function IntegrationsProvider({ children }: { children: ReactNode }) {
  const [hub, setHub] = useState<IntegrationsHub>();
  const [retry, setRetry] = useState<() => void>();
  const fail = useCallback((again: () => void) => setRetry(() => again), []);
  const { openIntegrations } = useIntegrations();
  const onMap = useMapPath();
  return (
    <HubContext value={hub}>
      <HubRetryContext value={hub ? undefined : retry}>{children}</HubRetryContext>
      <LazyBoundary
        wanted={onMap || openIntegrations.length > 0}
        load={loadState}
        props={{ onHub: setHub }}
        request={openIntegrations}
        onFailure={fail}
      />
    </HubContext>
  );
}

const loadState = async () => (await import('./integrations-state.tsx')).IntegrationsState;

const OpenIntegrations = lazy(async () => ({
  default: (await import('./drawer/open-integrations.tsx')).OpenIntegrations,
}));

/** The open integrations beside the map or in windows. Their code loads with the first one opened. */
export function IntegrationsDrawer() {
  const { openIntegrations } = useIntegrations();
  if (openIntegrations.length === 0) return null;
  return (
    <WithHub>
      <Suspense fallback={null}>
        <OpenIntegrations />
      </Suspense>
    </WithHub>
  );
}

const OnMap = lazy(async () => ({
  default: (await import('./map/integrations-on-map.tsx')).IntegrationsOnMap,
}));

/** What integrations add to an open map. */
export function IntegrationsOnMap() {
  return (
    <WithHub>
      <Suspense fallback={null}>
        <OnMap />
      </Suspense>
    </WithHub>
  );
}
