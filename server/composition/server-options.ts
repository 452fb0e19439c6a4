import type { FastifyPluginAsync } from 'fastify';
import type { PortalContext } from '../portal/operation.ts';
import type { PortalSettings } from '../portal/portal-settings.ts';
import type { VectorTileService } from '../gis/vector-tiles/routes.ts';
import type { AllowedPrivateHosts } from '../platform/safety/safe-fetch.ts';

/** What the program, the demo and the tests ask of a server; most comes from the environment. */
export interface ServerOptions {
  port: number;
  host: string;
  databaseUrl: string;
  publicUrl: string;
  /** Origin and port of the pages of integrations; absent: there are none. */
  pages?: { url: string; port: number } | undefined;
  trustProxy?: string | undefined;
  /** The bearer token that reads /metrics; absent: there is no /metrics. */
  metricsToken?: string | undefined;
  /** A statement that takes longer is logged; 500 when absent. */
  slowQueryMilliseconds?: number;
  /** Where log lines go instead of the standard output; tests read them. */
  logStream?: { write(line: string): void };
  logLevel: string;
  /** How many times as long as usual slow callers get; 1. */
  patience?: number;
  /** Hears of every route: tests send requests to all there are. */
  onRoute?: (route: { method: string; url: string }) => void;
  /** Largest file people may upload, in bytes; 200 MB. */
  uploadBytes?: number;
  /** How old a config may be that another process has changed; `limits.configAgeMilliseconds` when absent. */
  configAgeMilliseconds?: number;
  /** Called with the migrated database before the server listens: loads demo content, or refuses an unsafe installation. */
  prepare?: (portal: PortalContext) => Promise<void>;
  /** Keys that credentials are encrypted with (`createVault`); undefined: none can be kept. */
  secretsKey?: string | undefined;
  /** What may be asked inside the operator's networks; nothing when absent. */
  allowedPrivateHosts?: AllowedPrivateHosts;
  /** Cityworks servers that may learn by a token who someone is, as `host` or `host:port`; none when absent. */
  cityworksTokenHosts?: ReadonlySet<string>;
  /** Folders of files to serve as they are, such as the demo's photos. */
  samples?: readonly { prefix: string; folder: string }[];
  /** Simulators of vendors' servers, such as the demo's Cityworks. */
  sites?: readonly FastifyPluginAsync[];
  /** Basemaps to serve. */
  basemaps?: VectorTileService[];
  /** What the embedded portal says of itself. */
  portal?: Partial<PortalSettings>;
  /** What the operator should know of the settings: warnings for the log. */
  notices?: readonly string[];
  /** Hosts inside the network that the map doctor may ask; undefined: maps are not checked in the background. */
  mapCheckHosts?: readonly string[];
  /** Epoch milliseconds by which the embedded portal's tokens end; tests pass their own clock. */
  now?: () => number;
  /** Folder of the built browser program; undefined serves the APIs alone. */
  webFolder: string | undefined;
}
