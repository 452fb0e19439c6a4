import type { Configuration } from 'openid-client';
import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';

/**
 * Refuses a provider whose issuer is not one name: at its address for all tenants, Microsoft Entra ID has
 * `https://login.microsoftonline.com/{tenantid}/v2.0`, and the library accepts ID tokens of each. The administrators of
 * each tenant decide what these say of a person, such as the values that give roles.
 * @throws MappingError `portal:provider-of-many` (400)
 */
export function requireOneIssuer(configuration: Configuration): void {
  const { issuer } = configuration.serverMetadata();
  if (!/[{}]|%7[BD]/i.test(issuer)) return;
  const { host } = new URL(issuer);
  const message = `${host} signs in people of every organisation with this issuer. Enter the issuer of your own organisation, such as https://login.microsoftonline.com/TENANT-ID/v2.0.`;
  throw new MappingError('portal:provider-of-many', message, {
    status: 400,
    faults: [{ path: 'issuer', message, ...coded('provider-of-many', { host }) }],
  });
}

/** Algorithms of signatures that a published key verifies. The others need the client's secret, or sign nothing. */
const verifiedByPublishedKey = /^(RS|PS|ES|Ed|ML)/;

/**
 * Refuses a provider at which every sign-in would fail, because no published key verifies the signature of its ID tokens.
 * @throws MappingError `portal:provider-without-keys` (400)
 */
export function requirePublishedKeys(configuration: Configuration): void {
  const {
    issuer,
    jwks_uri: keys,
    // OpenID Connect Discovery 1.0, section 3: every provider must have it.
    id_token_signing_alg_values_supported: algorithms = ['RS256'],
  } = configuration.serverMetadata();
  const canBeVerified = [algorithms].flat().some((name) => verifiedByPublishedKey.test(name));
  if (keys && canBeVerified) return;
  const { host } = new URL(issuer);
  const reason = keys
    ? 'signs ID tokens only by algorithms that need the client secret, such as HS256 (id_token_signing_alg_values_supported)'
    : 'publishes no keys (jwks_uri)';
  const message = `${host} ${reason}, so its responses at a sign-in cannot be verified. Let the provider sign ID tokens with a published key (RS256), then save again.`;
  throw new MappingError('portal:provider-without-keys', message, {
    status: 400,
    faults: [
      {
        path: 'issuer',
        message,
        ...coded(keys ? 'provider-signs-by-secret' : 'provider-without-keys', { host }),
      },
    ],
  });
}
