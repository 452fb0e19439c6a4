import { beforeEach, expect, it, vi } from 'vitest';
import { safeFetch } from '../../../platform/safety/safe-fetch.ts';
import { discover } from './openid-connect.ts';

vi.mock('../../../platform/safety/safe-fetch.ts');
const fetched = vi.mocked(safeFetch);
beforeEach(() => void fetched.mockReset());

const microsoft = 'https://login.microsoftonline.com';
const tenant = `${microsoft}/9c1f0f0e-7f5d-4c56-8a0e-2f8f2d6b1a11/v2.0`;

/** Reads the configuration of a provider that names another issuer than it is asked for. */
function read(issuer: string, named: string) {
  const configuration = {
    issuer: named,
    authorization_endpoint: `${microsoft}/authorize`,
    token_endpoint: `${microsoft}/token`,
    jwks_uri: `${microsoft}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const headers = new Headers({ 'content-type': 'application/json' });
  fetched.mockResolvedValue({ status: 200, headers, text: JSON.stringify(configuration) });
  return discover({ allowedPrivateHosts: false }, { issuer, clientId: 'maps' }, 'secret');
}

it.each(['common', 'organizations'])('an issuer of all tenants is refused: %s', async (tenants) => {
  const reading = read(`${microsoft}/${tenants}/v2.0`, `${microsoft}/{tenantid}/v2.0`);
  await expect(reading).rejects.toMatchObject({
    id: 'portal:provider-of-many',
    status: 400,
    faults: [{ path: 'issuer', code: 'provider-of-many', values: { host: 'login.microsoftonline.com' } }],
  });
});

it('so is it by the address of the configuration', async () => {
  const issuer = `${microsoft}/common/v2.0/.well-known/openid-configuration`;
  const reading = read(issuer, `${microsoft}/{tenantid}/v2.0`);
  await expect(reading).rejects.toMatchObject({ id: 'portal:provider-of-many' });
});

it.each([tenant, `${microsoft}/city.example/v2.0`])(
  'one of a single tenant is accepted: %s',
  async (issuer) => {
    const configuration = await read(issuer, tenant);
    expect(configuration.serverMetadata().issuer).toBe(tenant);
  },
);
