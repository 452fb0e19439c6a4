import { beforeAll, describe, expect, it } from 'vitest';
import { addPlaces, type Places } from '../rig/operation-table.ts';
import { clientId } from '../rig/portal-client.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let places: Places;

beforeAll(async () => {
  places = await addPlaces(rig);
});

const origin = 'https://maps.example';

/** The headers by which a browser decides whether a page of another origin may read a response. */
async function ask(address: string, init: RequestInit = {}, from = origin) {
  const { headers, status } = await fetch(rig.url + address, {
    redirect: 'manual',
    ...init,
    headers: { origin: from, ...init.headers },
  });
  return {
    status,
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
    vary: headers.get('vary')?.toLowerCase().split(/,\s*/) ?? [],
    resourcePolicy: headers.get('cross-origin-resource-policy'),
    headers,
  };
}

const rest = '/portal/sharing/rest';
const form = (parameters: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ f: 'json', ...parameters }),
});

describe('page of another origin', () => {
  const readable: [string, () => [string, RequestInit?]][] = [
    ['the portal', () => [`${rest}/portals/self?f=json`]],
    ['the portal below /sharing', () => ['/portal/sharing/portals/self?f=json']],
    ['the root', () => [`${rest}/?f=json`]],
    ['a form that is posted', () => [`${rest}/search`, form({ q: 'x' })]],
    ['a token for a wrong password', () => [`${rest}/generateToken`, form({ username: 'x', password: 'y' })]],
    ['the end of a code', () => [`${rest}/oauth2/token`, form({ client_id: clientId })]],
    ['that a sign-in is required', () => [`${rest}/community/self?f=json`]],
    ['that a token is invalid', () => [`${rest}/portals/self?f=json&token=dead`]],
    ['that something is forbidden', () => [`${rest}/community/groups/team?f=json`]],
    ['that nothing exists', () => [`${rest}/no/such/operation`]],
    ['that a request is too large', () => [`${rest}/search`, form({ q: 'x'.repeat(1_100_000) })]],
    [
      'the data of an item',
      () => [`${rest}/content/items/${places.item}/data?f=json&token=${rig.grace.token}`],
    ],
    [
      'a picture',
      () => [`${rest}/content/items/${places.item}/info/thumbnail/t.png?token=${rig.grace.token}`],
    ],
    ['who issues tokens for services', () => ['/server/rest/info?f=json']],
  ];

  it.each(readable)('may read %s, with credentials', async (_what, request) => {
    const answer = await ask(...request());
    expect(answer).toMatchObject({ origin, credentials: 'true' });
    expect(answer.vary).toContain('origin');
    expect(answer.status).toBe(200);
  });

  it('is allowed by its own origin, never by a wildcard', async () => {
    for (const from of ['http://localhost:5067', 'https://maps.example:8443', 'null']) {
      expect((await ask(`${rest}/portals/self`, {}, from)).origin).toBe(from);
    }
  });

  it('may show pictures of items', async () => {
    const answer = await ask(
      `${rest}/content/items/${places.item}/info/thumbnail/t.png?token=${rig.grace.token}`,
    );
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.resourcePolicy).toBe('cross-origin');
  });

  it.each([
    'x-esri-authorization',
    'authorization',
    'x-esri-auth-client-id,x-esri-auth-redirect-uri',
    'x-requested-with',
  ])('may send a preflight for %s', async (requested) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(`${rest}/oauth2/platformSelf`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': method, 'access-control-request-headers': requested },
      });
      expect(answer).toMatchObject({ status: 204, origin, credentials: 'true' });
      expect(answer.headers.get('access-control-allow-headers')).toBe(requested);
      expect(answer.headers.get('access-control-allow-methods')).toMatch(method);
    }
  });

  it.each([
    [
      'the sign-in page',
      () =>
        `${rest}/oauth2/authorize?client_id=${clientId}&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256&redirect_uri=${encodeURIComponent(rig.portal.redirectUri)}`,
    ],
    ['its error page', () => `${rest}/oauth2/authorize`],
    ['the page after signing out', () => `${rest}/oauth2/signout`],
  ])('may not read %s', async (_what, address) => {
    const answer = await ask(address());
    expect(answer.headers.get('content-type')).toMatch('text/html');
    expect([answer.origin, answer.credentials]).toEqual([null, null]);
  });

  it('may not read our own API', async () => {
    expect((await ask('/api/demo/config')).origin).toBeNull();
  });
});
