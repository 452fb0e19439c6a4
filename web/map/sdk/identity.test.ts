import identityManager from '@arcgis/core/identity/IdentityManager.js';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import type { MapPortal } from '../map-source.ts';
import { handOverSession } from './identity.ts';
import { otherSignIn } from './sdk-error.ts';

// The SDK's dialogs import style sheets that only a bundler can load.
vi.mock('@arcgis/core/identity/IdentityManager.js', () => ({
  default: { registerToken() {}, generateToken: vi.fn<() => void>() },
}));
vi.mock('@arcgis/core/identity/Credential.js', () => ({
  default: function Credential(this: object, given: object) {
    Object.assign(this, given);
  },
}));

const signIn = async (restUrl: string, server: string) => {
  const onSignInNeeded = vi.fn<() => void>();
  const session = {
    credential: { server: restUrl, token: 'the-token', expires: Date.now() + 60_000, userId: 'ada' },
    renew: () => Promise.resolve('renewed'),
    subscribe: () => () => {},
  };
  const stop = handOverSession({ session, restUrl } as unknown as MapPortal, [], onSignInNeeded);
  const manager = identityManager as unknown as {
    signIn(address: string, info: { server: string }): Promise<{ token: string }>;
  };
  const address = `${server}/rest/services/roads/FeatureServer/0`;
  try {
    return (await manager.signIn(address, { server })).token;
  } catch (cause) {
    return (cause as Error).name;
  } finally {
    stop();
  }
};

it.each([
  ['https://maps.example/portal/sharing/rest', 'https://evil.example/arcgis'],
  ['https://maps.example/portal/sharing/rest', 'https://maps.example.evil.example/arcgis'],
  ['https://maps.example/portal/sharing/rest', 'http://maps.example/arcgis'],
  ['https://maps.example/portal/sharing/rest', 'https://services.arcgis.com/x/arcgis'],
  ['https://www.arcgis.com/sharing/rest', 'https://arcgis.com.evil.example/arcgis'],
  ['https://www.arcgis.com/sharing/rest', 'https://evilarcgis.com/arcgis'],
])('a token of %s is not sent to a layer’s server at %s', async (restUrl, server) => {
  expect(await signIn(restUrl, server)).toBe(otherSignIn);
});

it.each([
  ['https://maps.example/portal/sharing/rest', 'https://maps.example/server'],
  ['https://www.arcgis.com/sharing/rest', 'https://services1.arcgis.com/x/arcgis'],
])('a token of %s is sent to %s, which belongs to it', async (restUrl, server) => {
  expect(await signIn(restUrl, server)).toBe('renewed');
});

describe('a token for a federated server', () => {
  const restUrl = 'https://maps.example/portal/sharing/rest';
  const portal = { tokenServiceUrl: `${restUrl}/generateToken` };
  const refusal = Object.assign(new Error('Invalid token.'), { details: { httpStatus: 498 } });
  type Generate = (portal: object, user: null, options: object) => Promise<{ token: string }>;
  const manager = identityManager as unknown as { generateToken: Generate };
  const sdk = manager.generateToken as unknown as Mock<Generate>;
  let stop = () => {};
  // Without braces, the mock would be called as what undoes this.
  beforeEach(() => {
    sdk.mockReset().mockRejectedValueOnce(refusal).mockResolvedValue({ token: 'for the server' });
  });
  afterEach(() => stop());

  function open(renew: () => Promise<string>) {
    const onSignInNeeded = vi.fn<() => void>();
    const session = { credential: { server: restUrl, token: 'old' }, renew, subscribe: () => () => {} };
    stop = handOverSession({ session, restUrl } as unknown as MapPortal, [], onSignInNeeded);
    return onSignInNeeded;
  }

  it('is requested again with a renewed token of the portal', async () => {
    open(async () => 'new');
    const options = { serverUrl: 'https://gis.example/server', token: 'old' };
    expect(await manager.generateToken(portal, null, options)).toEqual({ token: 'for the server' });
    expect(sdk.mock.lastCall).toEqual([portal, null, { ...options, token: 'new' }]);
  });

  it('asks for a sign-in if that cannot be renewed', async () => {
    const onSignInNeeded = open(async () => '');
    await expect(manager.generateToken(portal, null, { token: 'old' })).rejects.toThrow('ABORTED');
    expect(onSignInNeeded).toHaveBeenCalledOnce();
  });

  it.each([
    ['of another portal', { tokenServiceUrl: 'https://other.example/sharing/rest/generateToken' }, refusal],
    ['that fails for another reason', portal, new Error('Failed to fetch')],
  ])('%s is left to the SDK', async (_name, from, failure) => {
    const renew = vi.fn<() => Promise<string>>();
    open(renew);
    sdk.mockReset().mockRejectedValue(failure);
    await expect(manager.generateToken(from, null, { token: 'old' })).rejects.toBe(failure);
    expect(renew).not.toHaveBeenCalled();
  });
});
