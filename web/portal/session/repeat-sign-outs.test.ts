import { afterEach, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { repeatSignOuts } from './repeat-sign-outs.ts';
import { signOutPrefix } from './sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

const signOuts = (storage: Storage) =>
  Array.from(storage, (_value, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(signOutPrefix),
  );

/** A browser in which ada has signed out without a connection. */
async function signedOut() {
  fakeFetch({ '/oauth2/revokeToken': new TypeError('Failed to fetch') });
  const rig = await fakeConnection({ saved: savedSignIn({ key: 'k1' }) });
  rig.connection.session.signOut();
  await new Promise((resolve) => setImmediate(resolve));
  return rig;
}

it('a sign-out without an answer is repeated, without the token, until it has one', async () => {
  const { page, storage } = await signedOut();
  expect(storage.getItem(sessionKey)).toBeNull();
  const log = fakeFetch({ '/oauth2/revokeToken': [{ httpStatus: 503 }, { success: true }] });
  await repeatSignOuts(page);
  expect(signOuts(storage)).toHaveLength(1);
  await repeatSignOuts(page);
  expect(signOuts(storage)).toEqual([]);
  await repeatSignOuts(page);
  expect(log).toHaveLength(2);
  expect(log[1]).toMatchObject({ method: 'POST', params: { client_id: 'app1', f: 'json' } });
  expect(log[1]?.path).toMatch(/^\/api\/session\/demo\/.+\/oauth2\/revokeToken$/);
  expect(log[1]?.params['auth_token']).toBeUndefined();
});

it('a later session is not ended', async () => {
  const { page, storage } = await signedOut();
  storage.setItem(sessionKey, savedSignIn());
  const log = fakeFetch({});
  await repeatSignOuts(page);
  expect(log).toEqual([]);
});

it('nothing is sent to another origin', async () => {
  const { page, storage } = await signedOut();
  const [key = ''] = signOuts(storage);
  const log = fakeFetch({});
  const place = { restUrl: 'r', appId: 'a' };
  for (const value of [
    '{',
    'null',
    JSON.stringify(place),
    JSON.stringify({ ...place, brokerUrl: 'https://evil.example/' }),
  ]) {
    storage.setItem(key, value);
    await repeatSignOuts(page);
    expect(signOuts(storage)).toEqual([]);
  }
  expect(log).toEqual([]);
});
