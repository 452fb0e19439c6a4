import identityManager from '@arcgis/core/identity/IdentityManager.js';
import { expect, it, vi } from 'vitest';
import type { MapPortal } from '../map-source.ts';
import { handOverSession } from './identity.ts';
import { otherSignIn } from './sdk-error.ts';

// The SDK's dialogs import style sheets that only a bundler can load.
vi.mock('@arcgis/core/identity/IdentityManager.js', () => ({ default: { registerToken() {} } }));
vi.mock('@arcgis/core/identity/Credential.js', () => ({
  default: function Credential(this: object, given: object) {
    Object.assign(this, given);
  },
}));

const signIn = (restUrl: string, server: string) => {
  const onSignInNeeded = vi.fn<() => void>();
  const session = {
    credential: { server: restUrl, token: 'the-token', expires: Date.now() + 60_000, userId: 'ada' },
    renew: () => Promise.resolve('renewed'),
    subscribe: () => () => {},
  };
  handOverSession({ session, restUrl } as unknown as MapPortal, [], onSignInNeeded);
  const manager = identityManager as unknown as {
    signIn(address: string, info: { server: string }): Promise<{ token: string }>;
  };
  return manager.signIn(`${server}/rest/services/roads/FeatureServer/0`, { server }).then(
    ({ token }) => token,
    ({ name }: { name: string }) => name,
  );
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
