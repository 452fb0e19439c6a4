import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import {
  answerTo,
  assertionXml,
  pem,
  readSamlRequest,
  responseXml,
  type Statements,
  sign,
} from '../fakes/saml/response.ts';
import { createClock, minute } from './clock.ts';
import { createOAuthClient } from './oauth-client.ts';
import { createPkce, createPortalClient, password } from './portal-client.ts';
import { openSignInPage } from './sign-in-page.ts';
import { startTestServer } from './start-server.ts';

export const issuer = 'https://login.city.example/saml';
export const signInUrl = 'https://login.city.example/sso?tenant=city';
/** The text of the page after a response that is refused. */
export const failed = /sign-in service didn’t complete the sign-in/;

/** Makes the response of a provider from its statements. */
export type Make = (statements: Statements) => string | Promise<string>;
export const signed: Make = (statements) =>
  responseXml(statements, sign(assertionXml(statements), 'Assertion'));

/** A server whose portal has a SAML provider, with a browser and the provider's responses. */
export async function startSamlPortal() {
  const clock = createClock();
  const server = await startTestServer({ now: clock.now, secretsKey: randomBytes(32).toString('base64') });
  const portal = await createPortalClient(server);
  const oauth = createOAuthClient(portal);
  const pkce = createPkce();
  await portal.addUser('root', { role: 'org_admin' });
  await portal.addUser('grace');
  const signInAsRoot = async () => {
    const sign = { username: 'root', password, expiration: '20160' };
    const { token } = await portal.call('/generateToken', sign);
    return token as string;
  };
  let root = await signInAsRoot();

  /** Stores the provider with changed settings. */
  const save = (changed: Record<string, string> = {}) =>
    portal.call('/portals/self/provider/update', {
      kind: 'saml',
      issuer,
      signInUrl,
      certificates: pem('provider.cert'),
      label: 'City login',
      usernameClaim: 'uid',
      roleClaim: 'groups',
      roles: JSON.stringify({ gis: 'org_publisher', admins: 'org_admin' }),
      defaultRole: 'org_user',
      token: root,
      ...changed,
    });

  /** Begins on the sign-in page, as a browser; returns the provider's page and the browser's cookie. */
  async function begin(parameters: Record<string, string> = {}) {
    const page = await openSignInPage(
      oauth.authorizeUrl({
        state: 'a state',
        code_challenge: pkce.challenge,
        code_challenge_method: 'S256',
        ...parameters,
      }),
    );
    const link = page.document.querySelector<HTMLAnchorElement>('.provider a');
    const response = await fetch(link?.href ?? '', { redirect: 'manual' });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { link, address: response.headers.get('location') ?? '', cookie };
  }

  /** Posts the provider's form, which carries no cookie. @returns where the browser goes next */
  async function post(xml: string): Promise<string> {
    const response = await fetch(`${portal.root}/oauth2/saml/signin`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()).toEqual([]);
    return response.headers.get('location') ?? '';
  }

  const open = (address: string, cookie: string) =>
    fetch(address, { redirect: 'manual', headers: { cookie } });

  /** @returns the token that the application gets, or the text of the error page */
  async function session(response: Response): Promise<{ token: string } | { page: string }> {
    const location = response.headers.get('location');
    if (!location)
      return { page: (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') };
    const { access_token: token } = await oauth.token({
      grant_type: 'authorization_code',
      code: new URL(location).searchParams.get('code') ?? '',
      code_verifier: pkce.verifier,
      redirect_uri: portal.redirectUri,
    });
    return { token };
  }

  /** @returns the account that the application gets, or the text of the error page */
  async function account(response: Response): Promise<{ username: string; role: string } | string> {
    const opened = await session(response);
    if ('page' in opened) return opened.page;
    const { username, role } = await portal.call('/community/self', { token: opened.token });
    return { username, role };
  }

  /** The portal's response to what the provider says and sends. */
  async function answer(changed: Partial<Statements>, make: Make): Promise<Response> {
    const { address, cookie } = await begin();
    const statements = { ...answerTo(readSamlRequest(address), clock.now(), issuer), ...changed };
    return open(await post(await make(statements)), cookie);
  }

  /** A whole sign-in, with what the provider says and sends. */
  async function signIn(changed: Partial<Statements> = {}, make: Make = signed) {
    return account(await answer(changed, make));
  }

  async function openSession(changed: Partial<Statements>) {
    return session(await answer(changed, signed));
  }

  /** Why the last response was refused, as the audit log has it. */
  async function reason(): Promise<string | undefined> {
    const row = await server.database
      .selectFrom('audit_entry')
      .select('detail')
      .where('act', '=', 'person.sign-in-failed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return (row?.detail as { reason?: string } | undefined)?.reason;
  }

  /** The provider with its usual settings and these, at a later time. */
  async function reset(changed: Record<string, string> = {}): Promise<void> {
    clock.advance(2 * minute);
    // Settings of sign-in need a recent one.
    root = await signInAsRoot();
    expect(await save(changed)).toEqual({ success: true });
  }

  const rig = { server, portal, clock, save, begin, post, open, account, signIn, openSession, reason, reset };
  return Object.defineProperty(rig, 'root', { get: () => root }) as typeof rig & { readonly root: string };
}
