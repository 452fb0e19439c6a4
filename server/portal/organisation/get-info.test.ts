import { describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { getInfo, getRoot, serverInfo } from './get-info.ts';

describe('token service', () => {
  it.each(['http://localhost:8080', 'https://maps.example'])(
    'of %s is that of the portal there',
    async (publicUrl) => {
      const expected = {
        owningSystemUrl: `${publicUrl}/portal`,
        authInfo: {
          isTokenBasedSecurity: true,
          tokenServicesUrl: `${publicUrl}/portal/sharing/rest/generateToken`,
          shortLivedTokenValidity: 30,
        },
      };
      expect(serverInfo({ publicUrl, address: '' })).toEqual(expected);
      expect(await getInfo(fakePortalCall({ publicUrl }).call)).toMatchObject(expected);
    },
  );
});

describe('version', () => {
  it('is one that clients read as a number, the same at the root and in info', async () => {
    const { call } = fakePortalCall();
    const root = (await getRoot(call)) as { currentVersion: string; fullVersion: string };
    expect(Number.parseFloat(root.currentVersion)).toBeGreaterThan(10);
    expect(root.fullVersion.startsWith(`${root.currentVersion}.`)).toBe(true);
    expect(await getInfo(call)).toMatchObject(root);
  });
});
