import type { IntegrationConfig } from '../../../../wire/app-config.ts';
import { typeConfig } from '../../../../wire/integration-config.ts';

/** What credentials are sealed to: the kind of the integration, and the origin of the server that gets to see them. */
export interface Destination {
  kind: string;
  host: string;
}

/** Where the credentials of an integration are sent. A vendor's own origin is fixed, that of Cityworks is configured. */
export function destinationOf({ type, config }: Pick<IntegrationConfig, 'type' | 'config'>): Destination {
  switch (type) {
    case 'cityworks': {
      const { server } = typeConfig('cityworks', config);
      if (server === undefined) return { kind: type, host: '' };
      // A path is of this server, by whatever name it is known.
      return { kind: type, host: server.startsWith('/') ? '/' : new URL(server).origin };
    }
    case 'streetview':
      return { kind: type, host: 'https://maps.googleapis.com' };
    case 'cyclomedia':
      return { kind: type, host: 'https://streetsmart.cyclomedia.com' };
    default:
      return { kind: type, host: '' };
  }
}

export function isSameDestination(one: Destination, other: Destination): boolean {
  return one.kind === other.kind && one.host === other.host;
}
