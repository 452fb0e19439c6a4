import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApplicationContext, type ApplicationContextValue } from '../context/application-context.ts';
import { changeIntegration, drawerOpen, integrationsOf, openOnes } from '../context/integrations.ts';
import { readKept, reopen } from '../context/kept-integrations.ts';
import type { IntegrationLocation, MapLocation } from '../context/locations.ts';
import { errorText, keepToOffered } from '../features/languages/index.ts';
import { needsSignIn } from '../portal/portal-error.ts';
import type { Organisation } from './organisation-loader.ts';
import { usePortal } from './use-portal.ts';
import { useSignIn } from './use-sign-in.ts';

export interface ApplicationProviderProps extends Organisation {
  /** Called with a brief notice for the person, such as a cancelled sign-in. */
  onNotice: (text: string) => void;
  children: ReactNode;
}

/** Provides the application context of one organisation. */
export function ApplicationProvider({
  org,
  config,
  connection,
  onNotice,
  children,
}: ApplicationProviderProps) {
  const { t } = useTranslation();
  const { portal, user, isAdmin, loadingUser, failure } = usePortal(connection, config.portal.adminGroupId);
  const { signIn, signOut, signingIn, signInFailure } = useSignIn(org, connection, onNotice);
  const [kept] = useState(() => readKept(sessionStorage, org));
  const [integrations, dispatch] = useReducer(changeIntegration, config.integrations, (configured) =>
    reopen(integrationsOf(configured), kept),
  );
  const [sidebarOpen, setSidebarOpen] = useState(true);
  const [currentMapLocation, setCurrentMapLocation] = useState<MapLocation | undefined>(kept.location);
  const [currentIntgLocation, setCurrentIntgLocation] = useState<IntegrationLocation>();
  useEffect(() => {
    void keepToOffered(config.languages);
  }, [config.languages]);

  const failed = signInFailure ?? failure;
  const error = failed ? errorText(t, failed) : '';
  const signInHelps = !signInFailure && needsSignIn(failure);
  const isAuthorizing = signingIn || loadingUser;
  const integrationsDrawerOpen = drawerOpen(integrations, currentMapLocation);
  const actions = useMemo(
    () => ({
      setSidebarOpen,
      setCurrentMapLocation,
      setCurrentIntgLocation,
      openIntegration: (id: string) => dispatch({ type: 'open', id }),
      openIntegrationInPortal: (id: string) => dispatch({ type: 'open-in-portal', id }),
      closeIntegration: (id: string) => dispatch({ type: 'close', id }),
      closeIntegrationPortal: (id: string) => dispatch({ type: 'close-portal', id }),
    }),
    [],
  );
  const value = useMemo<ApplicationContextValue>(
    () => ({
      org,
      config,
      connection,
      user,
      portal,
      isAdmin,
      error,
      signInHelps,
      isAuthorizing,
      sidebarOpen,
      integrationsDrawerOpen,
      availableIntegrations: integrations,
      openIntegrations: openOnes(integrations),
      currentMapLocation,
      currentIntgLocation,
      signIn,
      signOut,
      ...actions,
    }),
    [
      org,
      config,
      connection,
      user,
      portal,
      isAdmin,
      error,
      signInHelps,
      isAuthorizing,
      sidebarOpen,
      integrationsDrawerOpen,
      integrations,
      currentMapLocation,
      currentIntgLocation,
      signIn,
      signOut,
      actions,
    ],
  );
  return <ApplicationContext value={value}>{children}</ApplicationContext>;
}
