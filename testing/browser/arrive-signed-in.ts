import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { savedSessionKey, type SavedSession } from '../../web/portal/session/saved-session.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { password, type people } from './steps.ts';

const appId = 'mapping-demo';

/**
 * Gives a page's browser, before its first navigation, a session in the demo organisation, like that of a member who signed in
 * earlier today. Tests that are not about signing in save three page loads.
 */
export async function arriveSignedIn(page: Page, username: keyof typeof people): Promise<void> {
  const { origin } = new URL((await page.request.get('/health')).url());
  const restUrl = `${origin}/portal/demo/sharing/rest`;
  const session = await openSession(restUrl, `${origin}/demo/signed-in`, username);
  await page.context().addInitScript(
    ({ origin, key, value }) => {
      // Only once: afterwards the page itself renews and ends the session.
      if (location.origin !== origin || localStorage.getItem('test.arrived')) return;
      localStorage.setItem('test.arrived', 'yes');
      localStorage.setItem(key, value);
    },
    { origin, key: savedSessionKey(restUrl, appId), value: JSON.stringify(session) },
  );
}

/** The sign-in page and the exchange of its code, without a browser. */
async function openSession(restUrl: string, redirectUri: string, username: string): Promise<SavedSession> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const requested = new URLSearchParams({
    client_id: appId,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const form = await openSignInPage(`${restUrl}/oauth2/authorize?${requested}`);
  const sent = (await form.submit('sign-in', { username, password })).headers.get('location');
  const code = new URL(sent ?? '', restUrl).searchParams.get('code') ?? '';
  const answer = await fetch(`${restUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      f: 'json',
      client_id: appId,
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const given = (await answer.json()) as Record<string, string | number>;
  const now = Date.now();
  return {
    username,
    token: String(given['access_token']),
    expires: now + Number(given['expires_in']) * 1000,
    signedInAt: now,
  };
}
