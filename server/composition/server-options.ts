import type { FastifyPluginAsync } from 'fastify';
import type { PortalContext } from '../portal/operation.ts';
import type { PortalSettings } from '../portal/portal-settings.ts';
import type { ResponseLimits } from '../platform/http/responses/waiting-responses.ts';
import type { AuditRetention } from '../platform/audit/forget-acts-store.ts';
import type { KnownRoute } from '../platform/http/app.ts';
import type { SmtpSettings } from '../platform/mail/smtp-settings.ts';
import type { VectorTileService } from '../gis/vector-tiles/archive/archive-service.ts';
import type { AllowedPrivateHosts } from '../platform/safety/safe-fetch.ts';

/** Options of the program, the demo and the tests; most come from the environment. */
export interface ServerOptions {
  port: number;
  host: string;
  databaseUrl: string;
  /** Replicas of that database, for reads that may lag; none when absent. */
  databaseReadUrl?: string | undefined;
  publicUrl: string;
  /** Origin and port of the pages of integrations; absent: there are none. */
  pages?: { url: string; port: number } | undefined;
  trustProxy?: string | undefined;
  /** The bearer token that reads /metrics; absent: there is no /metrics. */
  metricsToken?: string | undefined;
  /** A statement that takes longer is logged; 500 when absent. */
  slowQueryMilliseconds?: number;
  /** Destination of log lines instead of the standard output; used by tests. */
  logStream?: { write(line: string): void };
  logLevel: string;
  /** Factor on the timeouts of slow callers; 1. */
  timeoutFactor?: number;
  /** Limits of responses that wait for their callers; those of `limits` where absent. */
  responses?: Partial<ResponseLimits>;
  /** Instead of `limits.drainSeconds`, behind a proxy. */
  drainSeconds?: number;
  /** Called for every route: tests send requests to all of them. */
  onRoute?: (route: KnownRoute) => void;
  /** Maximum size of uploaded files in bytes; 200 MB. */
  uploadBytes?: number;
  /** Maximum age of a config that another process has changed; `limits.configAgeMilliseconds` when absent. */
  configAgeMilliseconds?: number;
  /** Called with the migrated database before the server listens: loads demo content, or refuses an unsafe installation. */
  prepare?: (portal: PortalContext) => Promise<void>;
  /** Encryption keys of credentials (`createVault`); undefined: none can be stored. */
  secretsKey?: string | undefined;
  /** How mail is sent; absent: it is not. */
  smtp?: SmtpSettings | undefined;
  /** Private hosts that may be requested; none when absent. */
  allowedPrivateHosts?: AllowedPrivateHosts;
  /**
   * Cityworks servers that may receive a member's identity by token, as `host` or `host:port`; none when
   * absent.
   */
  cityworksTokenHosts?: ReadonlySet<string>;
  /** Folders of files to serve as they are, such as the demo's photos. */
  samples?: readonly { prefix: string; folder: string }[];
  /** Simulators of vendors' servers, such as the demo's Cityworks. */
  sites?: readonly FastifyPluginAsync[];
  /** Folder for files that can be recreated, such as vector tiles; absent: they are only in memory. */
  dataDir?: string;
  /** Basemaps to serve. */
  basemaps?: VectorTileService[];
  /** Settings of the embedded portal. */
  portal?: Partial<PortalSettings>;
  /** Warnings for the log about questionable settings. */
  notices?: readonly string[];
  /** Private hosts that the map doctor may request; undefined: maps are not checked in the background. */
  mapCheckHosts?: readonly string[];
  /** Instead of the clock of the database for the embedded portal, in epoch milliseconds; for tests. */
  now?: () => number;
  /** Whether browsers may install the service worker; yes when absent. */
  serviceWorker?: boolean;
  /** Which audit entries are stored (AUDIT_DAYS, AUDIT_ENTRIES). */
  audit?: AuditRetention;
  /** Folder of the built browser application; undefined serves only the APIs. */
  webFolder: string | undefined;
}
