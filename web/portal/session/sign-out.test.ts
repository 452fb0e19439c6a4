import { afterEach, expect, it, vi } from 'vitest';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import type { SessionOptions } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';
import { revokeSession, signOutPrefix } from './sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

const saved: SavedSession = { username: 'ada', token: 't1', expires: 1, signedInAt: 0, key: 'k1' };
const stored = `${signOutPrefix}https://portal.example/arcgis/sharing/rest app1`;

function rig() {
  const { page, storage } = fakePage();
  const options: SessionOptions = {
    restUrl: 'https://portal.example/arcgis/sharing/rest',
    appId: 'app1',
    brokerUrl: 'https://maps.example/api/session/demo/portal',
    mode: 'redirect',
    redirectUri: 'https://maps.example/demo/signed-in',
    page,
  };
  return { options, storage };
}

it('is requested from the application’s server, which ends the whole session', async () => {
  const log = fakeFetch({ '/oauth2/revokeToken': { success: true } });
  const { options, storage } = rig();
  revokeSession(options, saved);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log[0]).toMatchObject({
    method: 'POST',
    path: '/api/session/demo/portal/oauth2/revokeToken',
    params: { auth_token: 't1', client_id: 'app1', f: 'json' },
  });
  await vi.waitFor(() => expect(storage.length).toBe(0));
});

it('completes after the page is closed', () => {
  const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', sent);
  revokeSession(rig().options, saved);
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
});

it.each([
  ['there is no connection', new TypeError('Failed to fetch'), true],
  ['the server is busy', { httpStatus: 503 }, true],
  ['there were too many requests', { httpStatus: 429 }, true],
  ['the server refuses', { error: { code: 400, message: 'Sign in again.' } }, false],
])('is stored until it is answered, without a secret: %s', async (_how, answer, isStored) => {
  const log = fakeFetch({ '/oauth2/revokeToken': answer });
  const { options, storage } = rig();
  revokeSession(options, saved);
  expect(storage.getItem(stored)).toContain('demo/portal');
  expect(storage.getItem(stored)).not.toMatch(/t1|k1|ada/);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(storage.getItem(stored) !== null).toBe(isStored);
});

it('works where storage is full', () => {
  fakeFetch({ '/oauth2/revokeToken': { success: true } });
  const { options, storage } = rig();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(() => revokeSession(options, saved)).not.toThrow();
});
