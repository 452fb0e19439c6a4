import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useReducer, useState, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../wire/errors.ts';
import { getConfig } from '../api/api-client.ts';
import {
  ApplicationContext,
  type ApplicationContextValue,
  signOutDelays,
  usePortalIdentity,
} from '../context/application-context.ts';
import { whenMayLeave } from '../context/before-leaving.ts';
import { changeIntegration, drawerOpen, integrationsOf, openOnes } from '../context/integrations.ts';
import { readStoredIntegrations, reopen } from '../context/stored-integrations.ts';
import type { IntegrationLocation, MapLocation } from '../context/locations.ts';
import { forgetOwnPictures } from '../context/own-pictures.ts';
import {
  errorText,
  restrictToOffered,
  useLanguage,
  currentLanguage,
  setPortalFormat,
} from '../i18n/index.ts';
import { isAdministrator } from '../portal/load-portal.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { needsSignIn } from '../portal/portal-error.ts';
import type { Portal } from '../portal/portal-types.ts';
import { type Organisation, portalQuery, userQuery } from './organisation-loader.ts';

/** Milliseconds until a portal that responded before but is unreachable now is requested again. */
const retryEvery = 30_000;

/** The portal and, when signed in, the user and whether they administer the organisation. */
function usePortal(connection: PortalConnection, adminGroupId: string) {
  const { who, known } = usePortalIdentity(connection);
  const { language } = useLanguage();
  const [last, setLast] = useState<{ who: string; answer: Portal }>();
  const before = last?.who === who ? last.answer : undefined;
  const portal = useQuery({
    ...portalQuery(connection, who, language),
    enabled: known,
    refetchInterval: ({ state }) => (before && state.status === 'error' ? retryEvery : false),
  });
  if (portal.data && !portal.isPlaceholderData && portal.data !== before)
    setLast({ who, answer: portal.data });
  // If the portal is unreachable when the language changes, its previous response is used.
  const answer = portal.data ?? before;
  const user = useQuery({ ...userQuery(connection, who), enabled: known && who !== '' });
  const person = who ? user.data : undefined;
  return {
    portal: answer,
    user: person,
    // This server refuses the administration to users whom it cannot verify.
    isAdmin: isAdministrator(person, adminGroupId) && !connection.session.unverified,
    /** While the user's identity is being resolved. */
    loadingUser: !known || user.isLoading,
    failure: (answer ? null : portal.error) ?? (who && !person ? user.error : null),
  };
}

export interface ApplicationProviderProps extends Organisation {
  /** Called with a brief notice for the user, such as a cancelled sign-in. */
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
  const cultureFormat = user?.cultureFormat ?? portal?.cultureFormat;
  useEffect(() => setPortalFormat(cultureFormat), [cultureFormat]);
  const { signIn, signOut, signingIn, signInFailure } = useSignIn(org, connection, onNotice);
  const [kept] = useState(() => readStoredIntegrations(sessionStorage, org));
  const [integrations, dispatch] = useReducer(changeIntegration, config.integrations, (configured) =>
    reopen(integrationsOf(configured), kept),
  );
  const [sidebarOpen, setSidebarOpen] = useState(true);
  const [currentMapLocation, setCurrentMapLocation] = useState<MapLocation | undefined>(kept.location);
  const [currentIntgLocation, setCurrentIntgLocation] = useState<IntegrationLocation>();
  useEffect(() => {
    void restrictToOffered(config.languages);
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
  const openIntegrations = useMemo(() => openOnes(integrations), [integrations]);
  const value: ApplicationContextValue = {
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
    openIntegrations,
    currentMapLocation,
    currentIntgLocation,
    signIn,
    signOut,
    ...actions,
  };
  return <ApplicationContext value={value}>{children}</ApplicationContext>;
}

/**
 * Signing in and out for the application context. Deliberate cancellations are notices, everything else is an error.
 */
function useSignIn(org: string, connection: PortalConnection, onNotice: (text: string) => void) {
  const { t } = useTranslation();
  const { session } = connection;
  const [signingIn, setSigningIn] = useState(false);
  const [signInFailure, setSignInFailure] = useState<unknown>();
  const leaving = useRef(false);
  useEndedNotice(connection, leaving, onNotice);
  const { who, known } = usePortalIdentity(connection);
  useEffect(() => {
    // Without access to its storage, the browser has stored none.
    if (known && who === '') void forgetOwnPictures(connection.restUrl).catch(() => {});
  }, [known, who, connection]);

  const signIn = useCallback(async () => {
    setSigningIn(true);
    setSignInFailure(undefined);
    try {
      await takeLatestSettings(org, session);
      await session.signIn(currentLanguage());
    } catch (failure) {
      if (isPassing(failure)) onNotice(errorText(t, failure));
      else setSignInFailure(failure);
    } finally {
      setSigningIn(false);
    }
  }, [org, session, onNotice, t]);

  const signOut = useCallback(
    (from: keyof typeof signOutDelays) => {
      whenMayLeave('page', () => {
        leaving.current = true;
        session.signOut();
        // Reloading discards the map and everything else that was loaded for this user.
        setTimeout(() => window.location.reload(), signOutDelays[from]);
      });
    },
    [session],
  );
  return { signIn, signOut, signingIn, signInFailure };
}

/**
 * The portal may have lost its App ID, or got another one, since the page was loaded. A popup must open during the
 * click, so there the portal is not requested first.
 */
async function takeLatestSettings(org: string, session: PortalConnection['session']): Promise<void> {
  if (session.mode === 'popup') return;
  const latest = await getConfig(org).catch(() => undefined);
  if (latest) session.configure({ appId: latest.portal.appId, mode: latest.portal.signIn });
}

function isPassing(failure: unknown): boolean {
  return (
    failure instanceof MappingError &&
    (failure.id === 'session:cancelled' || failure.id === 'session:popup-blocked')
  );
}

/**
 * Shows a notice when a session ends that was not ended on this page: after a day, or from another tab, for
 * which the page has been loaded again.
 */
function useEndedNotice(
  connection: PortalConnection,
  leaving: { current: boolean },
  onNotice: (text: string) => void,
): void {
  const { t } = useTranslation();
  const { who, known } = usePortalIdentity(connection);
  const before = useRef(who || connection.session.expired);
  useEffect(() => {
    if (!known) return;
    if (before.current && !who && !leaving.current) onNotice(t('session.ended'));
    before.current = who;
  }, [who, known, leaving, onNotice, t]);
}
