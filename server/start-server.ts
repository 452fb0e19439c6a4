import { LayerTurns } from './gis/feature-server/edit/layer-turns.ts';
import { indexPlaces } from './gis/storage/layer-table-store.ts';
import { createBudgets } from './platform/budgets/budgets.ts';
import { createRateCounter } from './platform/budgets/rate-counter.ts';
import { rateHooks } from './platform/budgets/rate-hooks.ts';
import { requesterHooks } from './platform/budgets/requester.ts';
import { connect } from './composition/connections.ts';
import { listen } from './composition/listen.ts';
import { mountOwnApi } from './composition/mount-own-api.ts';
import { createPortal, mountPortal } from './composition/mount-portal.ts';
import { mountServices } from './composition/mount-services.ts';
import { createPages, mountWeb } from './composition/mount-web.ts';
import type { ServerOptions } from './composition/server-options.ts';
import { startChecks } from './composition/start-checks.ts';
import type { Database, SlowStatement } from './platform/database/connect.ts';
import type { PrimaryNotice } from './platform/database/primary-watch.ts';
import { replicaAt, type ReplicaState } from './platform/database/replica.ts';
import { migrate } from './platform/database/migrate.ts';
import { createHttpApp } from './platform/http/app.ts';
import { browserReports, createReportCounter } from './platform/http/browser-reports.ts';
import { limits } from './limits.ts';
import { metrics } from './platform/observability/metrics.ts';
import type { PortalContext } from './portal/operation.ts';
import { saveUsualQuotas } from './portal/quotas/quota-store.ts';

export type { ServerOptions } from './composition/server-options.ts';

/** A listening server. `url` is where it listens, for tests that let the system choose the port. */
export interface RunningServer {
  url: string;
  database: Database;
  portal: PortalContext;
  close(): Promise<void>;
}

/**
 * Composes the rooms into one server: migrates the database, loads demo content if requested, mounts every
 * slice.
 * @throws MappingError `http:port-in-use`, `database:*`
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // The log belongs to the application, which needs the database first.
  let logSlowStatements: (statement: SlowStatement) => void = () => {};
  let logReplica: (state: ReplicaState) => void = () => {};
  let logPrimary: (notice: PrimaryNotice) => void = () => {};
  const { databaseReadUrl } = options;
  const connections = connect(options.databaseUrl, {
    slowMilliseconds: options.slowQueryMilliseconds ?? 500,
    logSlowStatements: (statement) => logSlowStatements(statement),
    notifyPrimary: (notice) => logPrimary(notice),
    replica:
      databaseReadUrl === undefined
        ? undefined
        : { ...replicaAt(databaseReadUrl), watch: true, notify: (state) => logReplica(state) },
  });
  const { database } = connections;
  /** Ends what has been started so far. */
  let abandon = () => connections.close();
  try {
    await migrate(connections.long);
    await saveUsualQuotas(database);
    await indexPlaces(connections.long);
    const app = await createHttpApp(options);
    abandon = async () => {
      await app.close();
      await connections.close();
    };
    for (const notice of options.notices ?? []) app.log.warn(notice);
    logSlowStatements = (statement) => app.log.warn(statement, 'slow statement');
    logReplica = ({ isAway, reason }) =>
      isAway
        ? app.log.warn({ reason }, 'replicas are away; the primary answers their reads')
        : app.log.info('replicas answer again');
    logPrimary = ({ isAway, reason }) =>
      isAway
        ? app.log.warn({ reason }, 'the primary is away; what writes is answered with 503')
        : app.log.info('the primary answers again');
    await connections.ready;
    const now = options.now ?? connections.primary.now;
    const budgets = createBudgets();
    const turns = new LayerTurns();
    const reports = createReportCounter();
    await app.register(requesterHooks);
    const rates = createRateCounter(database, now);
    app.addHook('onClose', async () => rates.stop());
    await app.register(rateHooks, { rates });
    await app.register(metrics, {
      token: options.metricsToken,
      connections: connections.count,
      replica: connections.replica,
      primary: connections.primary,
      budgets,
      turns,
      reports,
    });
    await app.register(browserReports, { counter: reports });
    const portal = createPortal(connections, budgets, { ...options, now });
    abandon = async () => {
      await app.close();
      await stopJobs(portal);
      await connections.close();
    };
    const api = await mountOwnApi(app, portal, connections, options);
    await mountPortal(app, portal, api);
    await mountServices(app, connections, portal, turns, options);
    await options.prepare?.(portal);
    await mountWeb(app, api, { database, budget: budgets.pageExtras, now }, options);
    const pages = await createPages(api, options);
    const url = await listen(app, options);
    if (pages && options.pages)
      await listen(pages, { port: options.pages.port, host: options.host }, 'INTEGRATIONS_PORT');
    const stopChecks = startChecks(app, database, api, portal, options);
    return {
      url,
      database,
      portal,
      async close() {
        await stopChecks();
        const behindProxy = options.trustProxy !== undefined;
        const drainSeconds = behindProxy ? (options.drainSeconds ?? limits.drainSeconds) : 0;
        await Promise.all([app.drain(drainSeconds), pages?.drain(drainSeconds)]);
        await portal.views
          .store(database)
          .catch((error: unknown) => app.log.warn({ err: error }, 'views were lost'));
        await stopJobs(portal);
        await connections.close();
      },
    };
  } catch (error) {
    await abandon();
    throw error;
  }
}

async function stopJobs(portal: PortalContext): Promise<void> {
  const { publishing, exporting, analysing, appending, joining, synchronizing } = portal;
  const runners = [publishing, exporting, analysing, appending, joining, synchronizing];
  await Promise.all(runners.map((jobs) => jobs.stop()));
  await portal.hosting.close();
}
