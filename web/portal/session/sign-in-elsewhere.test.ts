import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { signInElsewhere } from './sign-in-elsewhere.ts';

afterEach(() => vi.unstubAllGlobals());

const proof = { code: 'c1', codeVerifier: 'v1', redirectUri: 'https://maps.example/demo/signed-in' };
const portal = 'https://harbour.maps.arcgis.com';

describe('a sign-in to another portal', () => {
  it('exchanges the code there, stores nothing and discards the refresh token', async () => {
    const rig = fakePage();
    const log = fakeFetch({
      '/oauth2/token': { access_token: 'a1', expires_in: 1800, username: 'piet', refresh_token: 'r1' },
    });
    const session = await signInElsewhere(`${portal}/home/`, 'app', proof, rig.page);
    expect(session.url).toBe(portal);
    expect(log.map(({ path, params }) => [path, params['code'], params['code_verifier']])).toEqual([
      ['/sharing/rest/oauth2/token', 'c1', 'v1'],
    ]);
    expect(await session.session.token()).toBe('a1');
    expect(await session.session.renew('a1')).toBe('');
    expect(JSON.stringify(session)).not.toContain('r1');
    expect(rig.storage.length).toBe(0);
  });

  it('shows why the portal refused', async () => {
    const { page } = fakePage();
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid code', details: [] } } });
    await expect(signInElsewhere(portal, 'app', proof, page)).rejects.toMatchObject({
      id: 'session:failed',
      message: expect.stringContaining('Invalid code') as string,
    });
  });
});
