import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../wire/errors.ts';
import { getConfig } from '../api/get-config.ts';
import { signOutDelays } from '../context/application-context.ts';
import { maySignOut } from '../context/before-sign-out.ts';
import { usePortalIdentity } from '../context/use-portal-identity.ts';
import { currentLanguage, errorText } from '../features/languages/index.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';

/** Signing in and out for the application context. What a person did on purpose is a notice, the rest a failure. */
export function useSignIn(org: string, connection: PortalConnection, onNotice: (text: string) => void) {
  const { t } = useTranslation();
  const { session } = connection;
  const [signingIn, setSigningIn] = useState(false);
  const [signInFailure, setSignInFailure] = useState<unknown>();
  const leaving = useRef(false);
  useEndedNotice(connection, leaving, onNotice);

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
      const leave = () => {
        leaving.current = true;
        session.signOut();
        // The map and everything else that was loaded for this person goes with the page.
        setTimeout(() => window.location.reload(), signOutDelays[from]);
      };
      const allowed = maySignOut();
      if (allowed === true) return leave();
      const whenAnswered = async () => {
        if (await allowed) leave();
      };
      void whenAnswered();
    },
    [session],
  );
  return { signIn, signOut, signingIn, signInFailure };
}

/**
 * The portal may have lost its App ID, or got another one, since the page was loaded. A popup must open at the click itself,
 * so that it is not asked first there.
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

/** Says so when a sign-in ends that nobody ended on this page: after a day, or from another tab. */
function useEndedNotice(
  connection: PortalConnection,
  leaving: { current: boolean },
  onNotice: (text: string) => void,
): void {
  const { t } = useTranslation();
  const { who } = usePortalIdentity(connection);
  const before = useRef(who);
  useEffect(() => {
    if (before.current && !who && !leaving.current) onNotice(t('session.ended'));
    before.current = who;
  }, [who, leaving, onNotice, t]);
}
