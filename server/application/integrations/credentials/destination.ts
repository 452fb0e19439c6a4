import type { IntegrationConfig } from '../../../../wire/app-config.ts';
import { kindOf, typeConfig } from '../../../../wire/integrations/integration-config.ts';

/**
 * The owner that credentials are sealed to: the kind of the integration, and the origin of the receiving
 * server.
 */
export interface Destination {
  kind: string;
  host: string;
}

/** Destination of an integration's credentials. */
export function destinationOf({ type, config }: Pick<IntegrationConfig, 'type' | 'config'>): Destination {
  return { kind: type, host: kindOf(type).credentialsHost?.(typeConfig(type, config)) ?? '' };
}

export function isSameDestination(one: Destination, other: Destination): boolean {
  return one.kind === other.kind && one.host === other.host;
}
