import { useEffect, useEffectEvent, useState } from 'react';
import { getConfig } from '../../../api/api-client.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { closedHosts } from '../../../context/page-hosts.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { loadUser } from '../../../portal/load-portal.ts';
import { portalRequest } from '../../../portal/portal-request.ts';
import type { Portal } from '../../../portal/portal-types.ts';
import type { Party } from '../../../portal/copy/report.ts';
import { type SignInElsewhere, signInElsewhere } from '../../../portal/session/sign-in-elsewhere.ts';
import { prepareTrial, type Trial } from '../../../portal/session/trial-sign-in.ts';
import { portalAddress } from '../../../../wire/portal-address.ts';
import { hostOf } from '../../../../wire/map-hosts.ts';

/** Another portal, as typed. */
export interface OtherPortal {
  /** Address of a portal, or name of an organisation of this server. */
  place: string;
  appId: string;
}

/** Whether the text is the name of an organisation of this server rather than an address. */
export function isOrganisationName(place: string): boolean {
  return /^[\w-]+$/.test(place);
}

/** The portal's URL; undefined for other texts. Names of organisations are looked up when signing in. */
export function addressOf(place: string): string | undefined {
  if (!/^https?:\/\/[^\s/]+/i.test(place) || !URL.canParse(place)) return undefined;
  return portalAddress(place, window.location.href);
}

/** Hosts that the page must connect to and may not yet. */
export function hostsToOpen(url: string): string[] {
  const own = hostOf(url);
  const isOnline = /(^|\.)arcgis\.com$/.test(new URL(url).hostname);
  return closedHosts([...(own ? [own] : []), ...(isOnline ? ['https://*.arcgis.com'] : [])]);
}

interface Ready {
  trial: Trial;
  url: string;
  appId: string;
}

/**
 * A sign-in to another portal in a window of its own, prepared ahead because browsers open windows only from a click.
 * @param portal undefined: nothing usable has been typed
 */
export function useOtherPortal(portal: OtherPortal | undefined, onSignedIn: (party: Party) => void) {
  const { org } = useConfiguration();
  const { language } = useLanguage();
  const [ready, setReady] = useState<Ready>();
  const [opened, setOpened] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const signedIn = useEffectEvent(onSignedIn);
  const { place, appId } = portal ?? { place: '', appId: '' };
  useEffect(() => {
    if (place === '') return undefined;
    const stop = new AbortController();
    let trial: Trial | undefined;
    const prepare = async (): Promise<Ready> => {
      const named = isOrganisationName(place);
      const { url, appId: clientId } = named
        ? (await getConfig(place, stop.signal)).portal
        : { url: addressOf(place) ?? '', appId };
      trial = await prepareTrial({
        portalUrl: url,
        appId: clientId,
        // An application of the embedded portal returns to the pages of its own organisation.
        organisation: named ? place : org,
        locale: language,
        page: window,
      });
      return { trial, url, appId: clientId };
    };
    const run = async () => {
      for (;;) {
        const made = await prepare();
        if (stop.signal.aborted) return made.trial.end();
        setReady(made);
        try {
          const session = await signInElsewhere(made.url, made.appId, await made.trial.code, window);
          return signedIn(await partyOf(session));
        } catch (error) {
          if (stop.signal.aborted) return;
          // A used sign-in is replaced by a new one.
          setFailure(error);
          setOpened(false);
          setReady(undefined);
        }
      }
    };
    run().catch((error: unknown) => !stop.signal.aborted && setFailure(error));
    return () => {
      stop.abort();
      trial?.end();
      setReady(undefined);
    };
  }, [place, appId, org, language]);
  return {
    ready: ready !== undefined,
    opened,
    failure,
    open: () => {
      setFailure(undefined);
      setOpened(true);
      ready?.trial.open();
    },
    /** Forgets the last failure, when something else is typed. */
    forget: () => setFailure(undefined),
  };
}

async function partyOf(session: SignInElsewhere): Promise<Party> {
  const portal = await portalRequest<Portal>(session, 'portals/self');
  return { ...session, portal, user: await loadUser(session) };
}
