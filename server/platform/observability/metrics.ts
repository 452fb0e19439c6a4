import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Budget } from '../budgets/budget.ts';
import type { Budgets } from '../budgets/budgets.ts';
import { hostPlaces } from '../budgets/host-places.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { ReportCounter } from '../http/browser-reports.ts';
import { bearerToken } from '../membership/identify.ts';
import { countThreads } from '../threads/thread-pool.ts';

type Counted = Pick<Budget, 'name' | 'count'>;

interface Options {
  /** The bearer token that reads /metrics; undefined: there is no /metrics. */
  token: string | undefined;
  /** Connections of the pool: in use, idle, and waiting callers. */
  connections: () => { used: number; idle: number; waiting: number };
  primary: { awaySince: number | undefined };
  /** Replicas for reads that may lag. */
  replica: { isAway: boolean; counts(): Readonly<Record<string, number>> } | undefined;
  budgets: Budgets;
  /** Edits that have the turn of their layer, or wait for it. */
  turns: Counted;
  /** Number of browser reports. */
  reports: ReportCounter;
}

/**
 * `GET /metrics` in Prometheus's text format: number and duration of requests by route and status, the
 * process and the database pool. By route pattern, never by address: addresses contain names of users and
 * organisations.
 */
export const metrics = plugin(
  async (
    app: FastifyInstance,
    { token, connections, primary, replica, budgets, turns, reports }: Options,
  ) => {
    if (token === undefined) return;
    const registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: 'mapping_' });
    const duration = new Histogram({
      name: 'mapping_http_request_duration_seconds',
      help: 'Request duration by route pattern, method and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    registry.registerMetric(
      gaugeOf(
        'mapping_database_connections',
        'Pool connections in use and idle, and waiting callers.',
        'state',
        connections,
      ),
    );
    registry.registerMetric(
      gaugeOf('mapping_primary', 'Whether the primary of the database answers.', 'state', () => ({
        away: primary.awaySince === undefined ? 0 : 1,
      })),
    );
    if (replica) {
      registry.registerMetric(
        gaugeOf('mapping_replica', 'Whether replicas answer.', 'state', () => ({
          away: replica.isAway ? 1 : 0,
        })),
      );
      registry.registerMetric(
        gaugeOf(
          'mapping_replica_reads',
          'Reads that may lag since the start: answered by a replica, or by the primary because it was behind or away.',
          'answered',
          () => replica.counts(),
        ),
      );
    }
    registry.registerMetric(reports);
    const budgetGauge = new Gauge({
      name: 'mapping_budget',
      help: 'Work by class: running, queued, and refused since the start.',
      labelNames: ['class', 'state'],
      registers: [],
      collect() {
        const counted: readonly Counted[] = [...Object.values(budgets), turns, hostPlaces];
        for (const budget of counted) {
          for (const [state, count] of Object.entries(budget.count()))
            this.set({ class: budget.name, state }, count);
        }
      },
    });
    registry.registerMetric(budgetGauge);
    registry.registerMetric(gaugeOf('mapping_threads', 'Worker threads by state.', 'state', countThreads));
    registry.registerMetric(
      gaugeOf(
        'mapping_held_bytes',
        'Bytes held for uploads, large forms, waiting jobs and responses.',
        'kind',
        () => ({
          answers: app.waitingResponses.inAll,
          files: app.uploadRoom.files.inAll,
          forms: app.uploadRoom.forms.inAll,
          jobs: app.uploadRoom.jobs.inAll,
          unknown_senders: app.uploadRoom.unknown.inAll,
        }),
      ),
    );
    registry.registerMetric(
      gaugeOf('mapping_http_connections', 'Open connections of the HTTP server.', 'state', async () => ({
        open: await openConnections(app.server),
      })),
    );
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      duration.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
      done();
    });
    app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
      if (!same(bearerToken(request.headers.authorization) ?? '', token)) {
        throw new MappingError('metrics:token-needed', 'Send the token of METRICS_TOKEN.', { status: 401 });
      }
      return reply
        .type(registry.contentType)
        .header('cache-control', 'no-store')
        .send(await registry.metrics());
    });
  },
);

/** A gauge with one label, whose values are read when metrics are collected. */
function gaugeOf<Label extends string>(
  name: string,
  help: string,
  label: Label,
  read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>,
): Gauge<Label> {
  return new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      for (const [value, count] of Object.entries(await read()))
        this.set({ [label]: value } as Record<Label, string>, count);
    },
  });
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Compares in constant time. */
function same(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
