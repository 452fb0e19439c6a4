import { type ReactNode, useReducer, useState } from 'react';
import { ApplicationContext, type ApplicationContextValue } from '../../web/context/application-context.ts';
import { changeIntegration, drawerOpen, type Integration, openOnes } from '../../web/context/integrations.ts';
import { IntegrationsDrawer, IntegrationsProvider } from '../../web/features/map-tools/integrations/index.ts';

const place = { lat: 51.128, lng: 71.43, x: 0, y: 0, wkid: 3857 };

/** A page of a third party, open in the drawer. */
export const plainPage = (id: string, title: string): Integration => ({
  id,
  title,
  state: 'active',
  type: 'url',
  url: 'https://pages.example/?at={lat},{lng}',
  enabled: true,
  display: 'frame',
  config: {},
});

export interface OpenIntegrationsRigProps {
  context: ApplicationContextValue;
  /** The initial integrations of the organisation. */
  begin: readonly Integration[];
  children?: ReactNode;
}

/**
 * The application's own states and transitions at a chosen location, with the drawer and the windows derived
 * from them.
 */
export function OpenIntegrationsRig({ context, begin, children }: OpenIntegrationsRigProps) {
  const [integrations, change] = useReducer(changeIntegration, begin);
  const [acts] = useState(() => ({
    openIntegration: (id: string) => change({ type: 'open', id }),
    openIntegrationInPortal: (id: string) => change({ type: 'open-in-portal', id }),
    closeIntegration: (id: string) => change({ type: 'close', id }),
    closeIntegrationPortal: (id: string) => change({ type: 'close-portal', id }),
  }));
  const value = {
    ...context,
    ...acts,
    availableIntegrations: [...integrations],
    openIntegrations: openOnes(integrations),
    currentMapLocation: place,
    integrationsDrawerOpen: drawerOpen(integrations, place),
  };
  return (
    <ApplicationContext value={value}>
      <IntegrationsProvider>
        <IntegrationsDrawer />
        <output>{integrations.map(({ id, state }) => `${id} ${state}`).join(', ')}</output>
        <button onClick={() => acts.closeIntegration('a')}>Close from the menu</button>
        {children}
      </IntegrationsProvider>
    </ApplicationContext>
  );
}
