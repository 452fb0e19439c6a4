import type { FastifyRequest } from 'fastify';
import type { AppConfig, IntegrationConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import {
  type FindConfig,
  type Identify,
  type Member,
  type PresentedToken,
  presentedToken,
  signInNeeded,
} from '../../platform/membership/identify.ts';
import type { ProveIdentity } from '../../platform/membership/prove-identity.ts';
import type { AllowedPrivateHosts } from '../../platform/safety/safe-fetch.ts';
import type { RequireAdministrator } from '../../platform/membership/require-administrator.ts';
import type { LockConfig } from './credentials/credential-store.ts';
import type { Vault } from '../../platform/safety/vault.ts';

/** Coordinates of a point in another spatial reference; throws when no transformation exists. */
export type Project = (point: readonly [number, number], from: number, to: number) => [number, number];

/** Context of the integration routes. */
export interface IntegrationOptions {
  database: Database;
  identify: Identify;
  requireAdministrator: RequireAdministrator;
  findConfig: FindConfig;
  lockConfig: LockConfig;
  /** undefined: this installation has no key, so no credentials can be stored. */
  vault: Vault | undefined;
  project: Project;
  /** Address of this server. */
  origin: () => string;
  /** Public address of the application. */
  publicUrl: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  /** Origin of the pages of integrations; undefined: there is none. */
  pages: string | undefined;
  proveIdentity: ProveIdentity;
  /**
   * Cityworks servers that may receive a member's identity by token: set by the operator, not by an
   * administrator.
   */
  cityworksTokenHosts: ReadonlySet<string>;
}

export type OfIntegration = { Params: { org: string; id: string } };

/** @throws MappingError `integration:not-found` (404) */
export function integrationOf({ integrations }: AppConfig, id: string): IntegrationConfig {
  const found = integrations.find((integration) => integration.id === id && integration.enabled);
  if (!found) throw new MappingError('integration:not-found', 'Integration not found.', { status: 404 });
  return found;
}

/** The calling member. Other callers learn nothing, not even whether the integration exists. */
export async function requireMember(
  request: FastifyRequest<OfIntegration>,
  { identify, findConfig }: IntegrationOptions,
): Promise<{ member: Member; token: PresentedToken; config: AppConfig }> {
  const config = await findConfig(request.params.org);
  const token = presentedToken(request.headers);
  const member = await identify(config, token);
  if (!member || !token) throw signInNeeded();
  return { member, token, config };
}

/** @throws MappingError `integration:no-key` (503) */
export function requireVault({ vault }: IntegrationOptions): Vault {
  if (vault) return vault;
  throw new MappingError(
    'integration:no-key',
    'This installation has no key to encrypt credentials. The operator must set SECRETS_KEY.',
    { status: 503 },
  );
}
