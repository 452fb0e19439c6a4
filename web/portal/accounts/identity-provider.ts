import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/**
 * How members of an organisation sign in at its own identity provider, without secrets. Settings of the other
 * kind are empty.
 */
export interface ProviderSettings {
  kind: 'openid' | 'saml';
  /** The address of an OpenID Connect provider, or the entity ID of a SAML provider. */
  issuer: string;
  label: string;
  /** Claims of OpenID Connect, or attributes of SAML. */
  usernameClaim: string;
  roleClaim: string;
  /** Roles by value of the role claim. */
  roles: Readonly<Record<string, string>>;
  /** The role of users without a matching value; empty: they may not sign in. */
  defaultRole: string;
  clientId: string;
  scope: string;
  signInUrl: string;
  /** In PEM, one after the other. */
  certificates: string;
  fullNameClaim: string;
  emailClaim: string;
  /** The portal's own certificate in PEM; empty without one. */
  ownCertificate: string;
  /** Whether a signature of the whole response is enough. */
  responseSigned: boolean;
}

/** Secrets to store; empty ones leave the stored ones. */
export interface ProviderSecrets {
  clientSecret: string;
  /** Of the portal's own certificate. */
  privateKey: string;
}

export interface ProviderResponse {
  /** The address that an OpenID Connect provider redirects to. */
  redirectUri: string;
  /** The portal's name at a SAML provider, and the address of its metadata. */
  entityId: string;
  /** Where a SAML provider sends its responses. */
  consumerUrl: string;
  provider: Partial<ProviderSettings> | null;
}

/** The settings in a SAML provider's metadata. */
export interface ProviderMetadata extends Pick<ProviderSettings, 'issuer' | 'signInUrl' | 'certificates'> {
  wantsSignedRequests: boolean;
}

/** The embedded portal's `portals/self/provider`, for administrators. */
export function loadProvider(connection: PortalConnection, signal?: AbortSignal): Promise<ProviderResponse> {
  return portalRequest(connection, 'portals/self/provider', { signal });
}

export async function saveProvider(
  connection: PortalConnection,
  { roles, ...settings }: ProviderSettings,
  secrets: ProviderSecrets,
): Promise<void> {
  await portalRequest(connection, 'portals/self/provider/update', {
    body: {
      ...settings,
      responseSigned: String(settings.responseSigned),
      roles: JSON.stringify(roles),
      ...secrets,
    },
  });
}

/** Reads the metadata of a SAML provider, and stores nothing. @param source its text, or its address */
export function readProviderMetadata(
  connection: PortalConnection,
  source: { metadata: string } | { metadataUrl: string },
): Promise<ProviderMetadata> {
  return portalRequest(connection, 'portals/self/provider/readMetadata', { body: source });
}

export async function removeProvider(connection: PortalConnection): Promise<void> {
  await portalRequest(connection, 'portals/self/provider/delete', { body: {} });
}
