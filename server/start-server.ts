import staticFiles from '@fastify/static';
import { MappingError } from '../wire/errors.ts';
import { auditRoutes } from './audit/routes.ts';
import { connectDatabase, type Database, poolOf, type SlowStatement } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { limits } from './limits.ts';
import { createHttpApp } from './http/app.ts';
import { healthRoute } from './http/health.ts';
import { webApplication } from './http/web-application.ts';
import { frameSources } from './integrations/page-policy.ts';
import { createVault } from './integrations/credentials/vault.ts';
import { scheduleChecks } from './integrations/health/schedule.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { integrationPages } from './integrations/page-routes.ts';
import { foreignPortal } from './map-doctor/foreign-portal.ts';
import { mapCheckRoutes } from './map-doctor/routes.ts';
import { startMapDoctor } from './map-doctor/start-map-doctor.ts';
import { createIdentify } from './membership/identify.ts';
import { createRequireAdministrator } from './membership/require-administrator.ts';
import { configAdministrationRoutes } from './organisations/administration/routes.ts';
import { metrics } from './observability/metrics.ts';
import { createConfigCache } from './organisations/config-cache.ts';
import { listAdministered, listOrganisations } from './organisations/organisation-store.ts';
import { organisationRoutes } from './organisations/routes.ts';
import { createPortalContext } from './portal/portal-context.ts';
import type { PortalContext } from './portal/operation.ts';
import type { PortalSettings } from './portal/portal-settings.ts';
import { portalRoutes } from './portal/routes.ts';
import { createServiceAccess } from './service-access.ts';
import { createServiceHosting } from './service-hosting.ts';
import { featureServiceRoutes } from './services/feature-server/routes.ts';
import { projectPosition } from './services/geometry/project-position.ts';
import { geocodeRoutes } from './services/geocode/routes.ts';
import { indexPlaces } from './services/storage/index-places-store.ts';
import { type VectorTileService, vectorTileRoutes } from './services/vector-tiles/routes.ts';
import { sharedMapRoutes } from './shared-maps/routes.ts';
import { usageRoutes } from './usage/routes.ts';

export interface ServerOptions {
  port: number;
  host: string;
  databaseUrl: string;
  publicUrl: string;
  trustProxy?: string | undefined;
  /** Whoever sends it may read /metrics; absent: there is none. */
  metricsToken?: string | undefined;
  /** A statement that takes longer is logged; 500 when absent. */
  slowQueryMilliseconds?: number;
  /** Where log lines go instead of the standard output; tests read them. */
  logStream?: { write(line: string): void };
  logLevel: string;
  /** How many times as long as usual slow callers get; 1. */
  patience?: number;
  /** Largest file people may upload, in bytes; 200 MB. */
  uploadBytes?: number;
  /** How old a config may be that another process has changed; `limits.configAgeMilliseconds` when absent. */
  configAgeMilliseconds?: number;
  /** Called with the migrated database before the server listens: loads demo content, or refuses an unsafe installation. */
  prepare?: (portal: PortalContext) => Promise<void>;
  /** Keys that credentials are encrypted with (`createVault`); undefined: none can be kept. */
  secretsKey?: string | undefined;
  /** Whether integrations may ask servers on this very computer. */
  reachLocal?: boolean;
  /** Folders of files to serve as they are, such as the demo's photos. */
  samples?: readonly { prefix: string; folder: string }[];
  /** Basemaps to serve. */
  basemaps?: VectorTileService[];
  /** What the embedded portal says of itself. */
  portal?: Partial<PortalSettings>;
  /** Hosts inside the network that the map doctor may ask; undefined: maps are not checked in the background. */
  mapCheckHosts?: readonly string[];
  /** Epoch milliseconds by which the embedded portal's tokens end; tests pass their own clock. */
  now?: () => number;
  /** Folder of the built browser program; undefined serves the APIs alone. */
  webFolder: string | undefined;
}

/** A listening server. `url` is where it listens, for tests that let the system choose the port. */
export interface RunningServer {
  url: string;
  database: Database;
  portal: PortalContext;
  close(): Promise<void>;
}

/**
 * Composes the rooms into one server: database brought forward, demo content when asked for, every slice mounted.
 * @throws MappingError `http:port-in-use`, `database:*`
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // The log is the application's, which needs the database first.
  let tellSlow: (statement: SlowStatement) => void = () => {};
  const slow = {
    milliseconds: options.slowQueryMilliseconds ?? 500,
    tell: (statement: SlowStatement) => tellSlow(statement),
  };
  const database = connectDatabase(options.databaseUrl, { slow });
  // Questions to feature services are worded by strangers: their connections can change nothing and give up in time.
  const reader = connectDatabase(options.databaseUrl, {
    readOnly: { statementMilliseconds: limits.featureQuerySeconds * 1000 },
    slow,
  });
  const closeDatabase = () => Promise.all([database.destroy(), reader.destroy()]);
  try {
    await migrate(database);
    await indexPlaces(database);
    const app = await createHttpApp(options);
    tellSlow = (statement) => app.log.warn(statement, 'slow statement');
    const pool = poolOf(database);
    await app.register(metrics, {
      token: options.metricsToken,
      connections: () => ({
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
    });
    const configs = createConfigCache(database, { ageMilliseconds: options.configAgeMilliseconds });
    await app.register(healthRoute, { database });
    await app.register(organisationRoutes, { prefix: '/api', database, configs });
    // A portal configured as a path is this server: it is asked on its own port, whatever stands before it.
    const identify = createIdentify(() => app.listeningOrigin.replace('0.0.0.0', '127.0.0.1'));
    const findConfig = async (name: string) => (await configs.find(name)).config;
    const requireAdministrator = createRequireAdministrator(identify, findConfig);
    const administration = { database, configs, identify, requireAdministrator };
    await app.register(configAdministrationRoutes, { prefix: '/api', ...administration });
    const isOwnPortal = (url: string) =>
      new URL(url, options.publicUrl).href.replace(/\/$/, '') === `${options.publicUrl}/portal`;
    await app.register(auditRoutes, { prefix: '/api', ...administration, isOwnPortal });
    await app.register(usageRoutes, { prefix: '/api', ...administration, findConfig });
    await app.register(sharedMapRoutes, {
      prefix: '/api',
      database,
      publicUrl: options.publicUrl,
      identify,
      findConfig,
    });
    const integrations = {
      ...administration,
      findConfig,
      vault: options.secretsKey === undefined ? undefined : createVault(options.secretsKey),
      project: projectPosition,
      origin: () => app.listeningOrigin.replace('0.0.0.0', '127.0.0.1'),
      reachLocal: options.reachLocal ?? false,
    };
    await app.register(integrationRoutes, { prefix: '/api', ...integrations });
    const portal = createPortalContext({
      database,
      publicUrl: options.publicUrl,
      ...(options.portal && { portal: options.portal }),
      ...(options.now && { now: options.now }),
      uploadBytes: options.uploadBytes,
      hosting: createServiceHosting(database),
      administeredBy: (groupIds) => listAdministered(database, groupIds),
    });
    await app.register(portalRoutes, { context: portal });
    await app.register(mapCheckRoutes, { prefix: '/api', portal, identify, findConfig });
    const access = createServiceAccess(portal);
    const basemaps = options.basemaps ?? [];
    await app.register(featureServiceRoutes, {
      database,
      reader,
      access,
      listOtherServices: async () => basemaps.map(({ name }) => ({ name, type: 'VectorTileServer' })),
    });
    await app.register(geocodeRoutes, { database, name: 'Places' });
    await app.register(vectorTileRoutes({ services: basemaps, hosted: { database: reader, access } }));
    await options.prepare?.(portal);
    if (options.webFolder) {
      const findPortalUrl = async (name: string) => (await findConfig(name)).portal.url;
      const findFrameSources = async (name: string) => frameSources(await findConfig(name));
      await app.register(webApplication, { folder: options.webFolder, findPortalUrl, findFrameSources });
      await app.register(integrationPages, { folder: options.webFolder, findConfig });
    }
    for (const { prefix, folder } of options.samples ?? [])
      await app.register(staticFiles, { root: folder, prefix, decorateReply: false, maxAge: '1d' });
    const url = await listen(app, options);
    const stopChecks = scheduleChecks({
      ...integrations,
      listOrganisations: () => listOrganisations(database),
      every: limits.integrationCheckHours * 3_600_000,
      onFailure: (error) => app.log.warn({ err: error }, 'checking integrations failed'),
    });
    const stopDoctor = options.mapCheckHosts
      ? startMapDoctor(
          {
            database,
            publicUrl: options.publicUrl,
            ownUrl: url.replace('0.0.0.0', '127.0.0.1'),
            allowed: new Set([new URL(url.replace('0.0.0.0', '127.0.0.1')).host, ...options.mapCheckHosts]),
            now: portal.now,
            findForeignPortal: async (name) => foreignPortal(await findConfig(name), options.publicUrl),
          },
          (error) => app.log.error(error, 'maps could not be checked'),
        )
      : undefined;
    return {
      url,
      database,
      portal,
      async close() {
        stopChecks();
        await stopDoctor?.();
        await app.drain(options.trustProxy === undefined ? 0 : limits.drainSeconds);
        await portal.publishing.stop();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

async function listen(
  app: Awaited<ReturnType<typeof createHttpApp>>,
  { port, host }: ServerOptions,
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (cause) {
    await app.close();
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new MappingError(
        'http:port-in-use',
        `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`,
        {
          cause,
        },
      );
    }
    if (code === 'EACCES') {
      throw new MappingError(
        'http:port-forbidden',
        `This account may not listen on port ${port}. Set PORT to one above 1023.`,
        { cause },
      );
    }
    throw cause;
  }
}
