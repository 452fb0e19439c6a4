import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createUser } from '../../server/portal/community/create-user.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import {
  clientId,
  createPkce,
  createPortalClient,
  password,
  type PortalClient,
} from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace' });
});
afterAll(() => server.stop());

describe('authorization requests', () => {
  const challenge = createPkce().challenge;

  it.each([
    ['an unknown application', { client_id: 'nobody' }],
    ['no application', { client_id: undefined }],
    ['an unregistered address', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer address', { redirect_uri: 'REGISTERED/more' }],
    ['a shorter address', { redirect_uri: 'SHORTER' }],
    ['another case', { redirect_uri: 'UPPER' }],
    ['no address', { redirect_uri: undefined }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a host that begins alike', { redirect_uri: 'REGISTERED.evil.example' }],
    ['userinfo that hides the host', { redirect_uri: 'http://127.0.0.1@evil.example/demo/callback' }],
    ['a protocol-relative address', { redirect_uri: '//evil.example/' }],
  ])(
    'get an error page without a redirect for %s',
    async (_what, changed: Record<string, string | undefined>) => {
      const written: Record<string, string> = {
        'REGISTERED/more': `${portal.redirectUri}/more`,
        SHORTER: `${server.url}/demo/callback`,
        UPPER: portal.redirectUri.toUpperCase(),
        'REGISTERED.evil.example': `${server.url}.evil.example/demo/callback?from=portal`,
      };
      const uri = 'redirect_uri' in changed ? changed['redirect_uri'] : portal.redirectUri;
      const page = await openSignInPage(
        oauth.authorizeUrl({
          client_id: clientId,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...changed,
          redirect_uri: uri && (written[uri] ?? uri),
        }),
      );
      expect(page.status).toBe(400);
      expect(page.headers.get('location')).toBeNull();
      expect(page.document.querySelector('form')).toBeNull();
      expect(page.document.querySelector('main a')).toBeNull();
      expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
      expect(page.html).not.toContain('evil.example');
    },
  );

  it.each([
    ['unsupported_response_type', { response_type: 'id_token', code_challenge: challenge }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge: challenge, code_challenge_method: 'S512' }],
  ])('get %s at the registered address', async (error, changed: Record<string, string | undefined>) => {
    const url = oauth.authorizeUrl({
      client_id: clientId,
      redirect_uri: portal.redirectUri,
      state: 's 1',
      ...changed,
    });
    const response = await fetch(url, { redirect: 'manual' });
    const sent = new URL(response.headers.get('location') ?? '');
    expect(sent.href).toMatch(portal.redirectUri);
    expect(sent.searchParams.get('error')).toBe(error);
    expect(sent.searchParams.get('state')).toBe('s 1');
  });

  it.each(['state', 'prepopulatedusername'])('are refused with a longer %s', async (name) => {
    const { authorizationCharacters: max } = limits;
    const parameters = new URL(
      oauth.authorizeUrl({ code_challenge: challenge, code_challenge_method: 'S256' }),
    ).searchParams;
    parameters.set('f', 'json');
    const answer = async () => {
      const response = await fetch(`${portal.root}/oauth2/authorize`, { method: 'POST', body: parameters });
      return response.text();
    };
    parameters.set(name, "'".repeat(max));
    expect(await answer()).toContain('<form');
    parameters.set(name, "'".repeat(max + 1));
    expect(JSON.parse(await answer()).error).toMatchObject({
      code: 400,
      details: [expect.stringContaining(`${name}: At most ${max} characters.`)],
    });
  });

  it('work below /sharing too, and by POST', async () => {
    const parameters = {
      client_id: clientId,
      redirect_uri: portal.redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    const url = `${server.url}/portal/sharing/oauth2/authorize`;
    const page = await openSignInPage(`${url}?${new URLSearchParams(parameters)}`);
    expect(page.document.querySelector('form')).not.toBeNull();
    const posted = await fetch(url, { method: 'POST', body: new URLSearchParams(parameters) });
    expect(await posted.text()).toContain('City map');
  });

  it('for a token in the fragment are refused there, without prompting for a password', async () => {
    const response = await fetch(oauth.authorizeUrl({ response_type: 'token', state: 'a&b' }), {
      redirect: 'manual',
    });
    const sent = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(new URLSearchParams(sent.hash.slice(1)))).toEqual({
      error: 'unsupported_response_type',
      error_description: 'This portal supports only codes: response_type must be code.',
      state: 'a&b',
    });
  });
});

describe('tokens in addresses', () => {
  const update = async (implicitGrant: string, username: string) =>
    portal.call('/portals/self/update', { implicitGrant, token: await portal.token(username) });
  const kept = async () => (await portal.call('/portals/self'))['implicitGrant'];

  it('are enabled only by an administrator, and only explicitly', async () => {
    await portal.addUser('linus');
    expect((await update('true', 'linus'))['error'].code).toBe(403);
    expect((await portal.call('/portals/self/update', { implicitGrant: 'true' }))['error'].code).toBe(499);
    expect((await update('yes', 'ada'))['error'].code).toBe(400);
    expect(await kept()).toBe(false);
  });

  it('are issued to old applications in the fragment, until disabled again', async () => {
    expect(await update('true', 'ada')).toMatchObject({ success: true });
    expect(await kept()).toBe(true);
    const sent = await oauth.signIn({ response_type: 'token', state: 'a&b' });
    expect(sent.search).toBe('?from=portal');
    const answer = new URLSearchParams(sent.hash.slice(1));
    expect(Object.fromEntries(answer)).toMatchObject({
      username: 'ada',
      ssl: 'false',
      state: 'a&b',
      expires_in: '1800',
    });
    expect(await oauth.self(answer.get('access_token') ?? '')).toBe('ada');
    await update('false', 'ada');
    await update('false', 'ada');
    const refused = await fetch(oauth.authorizeUrl({ response_type: 'token' }), { redirect: 'manual' });
    expect(refused.headers.get('location')).toContain('unsupported_response_type');
    const lines = await server.database
      .selectFrom('audit_entry')
      .select(['actor', 'act'])
      .where('act', 'like', 'sign-in.%')
      .orderBy('id')
      .execute();
    expect(lines.map(({ actor, act }) => `${actor} ${act}`)).toEqual([
      'ada sign-in.implicit-on',
      'ada sign-in.implicit-off',
    ]);
  });

  it('are not issued to users of other organisations by the same application', async () => {
    await ensureOrganisation(server.database, { urlKey: 'harbour', id: 'harbour', now: 0 });
    const harbour = { ...portal.context, portal: { ...portal.context.portal, id: 'harbour' } };
    await createUser(harbour, { username: 'olga', password, fullName: 'Olga', role: 'org_user' });
    await update('true', 'ada');
    const page = await openSignInPage(oauth.authorizeUrl({ response_type: 'token', state: 's' }));
    const answer = await page.submit('sign-in', { username: 'olga', password });
    const sent = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(new URLSearchParams(sent.hash.slice(1)))).toMatchObject({
      error: 'unsupported_response_type',
      state: 's',
    });
    const atHarbour = oauth
      .authorizeUrl({ response_type: 'token' })
      .replace('/portal/sharing', '/portal/harbour/sharing');
    const refused = await fetch(atHarbour, { redirect: 'manual' });
    expect(refused.headers.get('location')).toContain('unsupported_response_type');
    await update('false', 'ada');
  });
});
