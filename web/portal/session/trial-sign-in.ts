import type { TrialSignIn } from '../../../wire/administration.ts';
import { MappingError } from '../../../wire/errors.ts';
import { portalAddress } from '../../../wire/portal-address.ts';
import { base64url } from '../../../wire/trim-end.ts';

interface TrialOptions {
  /** The portal's URL as configured. */
  portalUrl: string;
  appId: string;
  organisation: string;
  locale: string;
  page: Window;
}

/** Marks the state of a trial, so that the redirect page does not treat it as a sign-in. */
const prefix = 'trial-';
const channelName = 'mapping-trial-sign-in';

/** A sign-in with a portal and an application that are not active yet. */
export interface Trial {
  /** Opens the portal's sign-in page; called from a click, because browsers block other windows. */
  open(): void;
  /** Resolves after the redirect. Rejects with `session:cancelled`. */
  code: Promise<TrialSignIn>;
  /** Stops waiting. */
  end(): void;
}

/** Prepares a trial sign-in with code and PKCE (S256) in a popup window; the page's session is unchanged. */
export async function prepareTrial(options: TrialOptions): Promise<Trial> {
  const { portalUrl, appId, organisation, locale, page } = options;
  if (!page.isSecureContext) {
    throw new MappingError('session:not-secure', 'Signing in needs a page on https.');
  }
  const codeVerifier = encoded(page.crypto.getRandomValues(new Uint8Array(32)));
  const state = prefix + encoded(page.crypto.getRandomValues(new Uint8Array(16)));
  const hash = await page.crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  const redirectUri = `${page.location.origin}/${organisation}/signed-in`;
  const query = new URLSearchParams({
    client_id: appId,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: encoded(new Uint8Array(hash)),
    code_challenge_method: 'S256',
    state,
    locale,
  });
  const address = `${portalAddress(portalUrl, page.location.href)}/sharing/rest/oauth2/authorize?${query}`;
  const channel = new BroadcastChannel(channelName);
  const code = new Promise<TrialSignIn>((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<{ state?: string; code?: string }>) => {
      if (data.state !== state) return;
      channel.close();
      if (data.code) resolve({ code: data.code, codeVerifier, redirectUri });
      else reject(new MappingError('session:cancelled', 'Sign-in was cancelled'));
    });
  });
  return {
    open: () => void page.open(address, 'trial-sign-in', 'popup,width=480,height=640'),
    code,
    end: () => channel.close(),
  };
}

/**
 * On the redirect page: passes the code of a trial to the page that waits for it, and closes the window.
 * @returns whether it was a trial
 */
export function returnTrialCode(page: Window): boolean {
  const search = new URLSearchParams(page.location.search);
  const state = search.get('state') ?? '';
  if (!state.startsWith(prefix)) return false;
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage({ state, code: search.get('code') ?? '' });
  channel.close();
  page.close();
  return true;
}

const encoded = (bytes: Uint8Array): string => base64url(btoa(String.fromCharCode(...bytes)));
