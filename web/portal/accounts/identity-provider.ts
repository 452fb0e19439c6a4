import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** How members of an organisation sign in at its own OpenID Connect provider, without the client secret. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  label: string;
  scope: string;
  usernameClaim: string;
  roleClaim: string;
  /** Roles by value of the role claim. */
  roles: Readonly<Record<string, string>>;
  /** The role without a matching value; empty: such people may not sign in. */
  defaultRole: string;
}

export interface ProviderAnswer {
  /** The address that the provider redirects to. */
  redirectUri: string;
  provider: ProviderSettings | null;
}

/** The embedded portal's `portals/self/provider`, for administrators. */
export function loadProvider(connection: PortalConnection, signal?: AbortSignal): Promise<ProviderAnswer> {
  return portalRequest(connection, 'portals/self/provider', { signal });
}

/** @param clientSecret empty: the stored one remains */
export async function saveProvider(
  connection: PortalConnection,
  { roles, ...settings }: ProviderSettings,
  clientSecret: string,
): Promise<void> {
  await portalRequest(connection, 'portals/self/provider/update', {
    body: { ...settings, roles: JSON.stringify(roles), clientSecret },
  });
}

export async function removeProvider(connection: PortalConnection): Promise<void> {
  await portalRequest(connection, 'portals/self/provider/delete', { body: {} });
}
