import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type App } from '../app-store.ts';
import { readAuthorizationRequest as readRequest } from './authorization-request.ts';

const redirectUri = 'https://maps.example/cb?x=1';
const app = {
  clientId: 'maps',
  orgId: null,
  type: 'browser' as const,
  secretHash: null,
  owner: null,
  title: 'Maps',
  redirectUris: ['https://maps.example/', redirectUri],
};
const readAuthorizationRequest = (
  parameters: Readonly<Record<string, string>>,
  registered: App | undefined,
  implicitGrant = false,
) => readRequest(new Parameters(parameters), registered, { implicitGrant });
const challenge = 'a'.repeat(43);
const right = {
  client_id: 'maps',
  redirect_uri: redirectUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

describe('authorization request', () => {
  it('is parsed into its parts', () => {
    expect(
      readAuthorizationRequest({ ...right, response_type: 'code', state: ' s ', expiration: '60' }, app),
    ).toEqual({
      kind: 'request',
      flow: 'code',
      app,
      redirectUri,
      state: ' s ',
      part: 'query',
      challenge,
      expiration: 60,
      confirms: undefined,
    });
    expect(readAuthorizationRequest({ ...right, response_type: 'token' }, app, true)).toMatchObject({
      flow: 'implicit',
      part: 'fragment',
    });
  });

  it.each([
    [undefined, right, 'unknown-app'],
    [app, { ...right, redirect_uri: `${redirectUri}&` }, 'unknown-redirect'],
    [app, { code_challenge: challenge }, 'unknown-redirect'],
    [{ ...app, redirectUris: [] }, right, 'unknown-redirect'],
  ] as const)(
    'is rejected without a redirect when its address is not registered',
    (registered, parameters, reason) => {
      expect(readAuthorizationRequest(parameters, registered)).toEqual({ kind: 'rejected', reason });
    },
  );

  it.each([
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'none' }, 'invalid_request'],
  ])('is rejected at its address: %o', (changed, error) => {
    const parameters = Object.fromEntries(
      Object.entries({ ...right, ...changed }).filter(([, value]) => value !== undefined),
    );
    expect(readAuthorizationRequest(parameters as Record<string, string>, app)).toMatchObject({
      kind: 'refused',
      error,
      redirectUri,
    });
  });

  it('never yields an address that is not registered', () => {
    const near = fc.constantFrom(
      redirectUri,
      redirectUri.toUpperCase(),
      `${redirectUri}#`,
      `${redirectUri}/..`,
      'https://maps.example',
      'https://maps.example/cb',
    );
    const parameters = fc.record(
      {
        redirect_uri: fc.oneof(near, fc.string()),
        response_type: fc.string(),
        state: fc.string(),
        code_challenge: fc.constant(challenge),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(parameters, (given) => {
        const read = readAuthorizationRequest(given as Record<string, string>, app);
        const sentTo = read.kind === 'rejected' ? redirectUri : read.redirectUri;
        expect(app.redirectUris).toContain(sentTo);
      }),
    );
  });
});
