import { SAML } from '@node-saml/node-saml';
import type { Vault } from '../../../../platform/safety/vault.ts';
import type { PortalContext } from '../../../operation.ts';
import { requireVault } from '../../second-factor/check-code.ts';
import { portalAddress } from '../provider-settings.ts';
import { type SamlProvider, secretOwner } from '../provider-store.ts';

type Place = Pick<PortalContext, 'publicUrl' | 'portal'>;

/** The name of an organisation's portal at its identity provider, which is also the address of its metadata. */
export function entityId(place: Place): string {
  return `${portalAddress(place)}/portals/self/sp/metadata`;
}

/** Where a provider's page sends its response: the assertion consumer service. */
export function consumerAddress(place: Place): string {
  return `${portalAddress(place)}/oauth2/saml/signin`;
}

/** The portal's own private key, which signs requests and decrypts assertions; undefined without one. */
export function ownKey(vault: Vault | undefined, provider: SamlProvider): string | undefined {
  return provider.secret ? requireVault(vault).open(provider.secret, secretOwner(provider)) : undefined;
}

/** The names of the request that a sign-in began with: `InResponseTo` repeats it. */
export function requestIdOf({ state }: { state: string }): string {
  return `_${state}`;
}

/**
 * The provider's page for one sign-in (SAML 2.0 HTTP-Redirect binding), signed if the portal has a key.
 * @param again whether a session of the person at the provider is not enough (`ForceAuthn`)
 */
export async function samlSignInAddress(
  context: PortalContext,
  provider: SamlProvider,
  expected: { state: string },
  again: boolean,
): Promise<URL> {
  const key = ownKey(context.vault, provider);
  const saml = new SAML({
    ...addresses(context),
    entryPoint: provider.signInUrl,
    idpCert: [...provider.certificates],
    generateUniqueId: () => requestIdOf(expected),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: again,
    ...(key !== undefined && { privateKey: key, signatureAlgorithm: 'sha256' }),
  });
  return new URL(await saml.getAuthorizeUrlAsync('', undefined, {}));
}

/** The metadata to register the portal with at a provider. */
export function serviceMetadata(
  place: Place,
  provider: SamlProvider | undefined,
  vault: Vault | undefined,
): string {
  const key = provider && ownKey(vault, provider);
  const certificate = provider?.ownCertificate ?? null;
  const saml = new SAML({
    ...addresses(place),
    // Metadata does not contain the provider's certificates.
    idpCert: 'none',
    identifierFormat: null,
    // A provider that follows the metadata signs assertions, and needs no exception.
    wantAssertionsSigned: true,
    ...(key !== undefined && { privateKey: key, decryptionPvk: key }),
  });
  const metadata = saml.generateServiceProviderMetadata(certificate, certificate);
  // The library names algorithms that `readResponse` does not accept.
  return metadata.replaceAll(/<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, '');
}

function addresses(place: Place) {
  return { issuer: entityId(place), callbackUrl: consumerAddress(place) };
}
