import type { FastifyInstance } from 'fastify';
import { type UsageDays, type UsageKind, usageKinds } from '../../../wire/administration.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { type FindConfig, type Identify, presentedToken } from '../../platform/membership/identify.ts';
import type { RequireAdministrator } from '../../platform/membership/require-administrator.ts';
import { countActiveMember, countUsage, readUsage } from './usage-store.ts';

interface Options {
  database: Database;
  identify: Identify;
  findConfig: FindConfig;
  requireAdministrator: RequireAdministrator;
  now: () => number;
}

type Of<More = unknown> = { Params: { org: string } } & More;

const dayMilliseconds = 86_400_000;

/** Usage of an organisation: counts by day, never by user. */
export async function usageRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { database, identify, findConfig, requireAdministrator, now } = options;

  app.post<Of>(
    '/:org/usage/map-opened',
    { config: { perMinute: limits.usageReportsPerMinute } },
    async (request, reply) => {
      const { org } = request.params;
      const config = await findConfig(org);
      const day = dayOf(now());
      // Count the map even if the portal is unavailable.
      const member = await identify(config, presentedToken(request.headers)).catch(unlessTooMany);
      await countUsage(database, org, day, 'maps');
      if (member) await countActiveMember(database, org, day, member.username);
      return reply.status(204).send();
    },
  );

  app.get<Of<{ Querystring: { days?: string } }>>(
    '/:org/administration/usage',
    async (request, reply): Promise<UsageDays> => {
      await requireAdministrator(request);
      const count = Math.min(366, Math.max(1, Math.trunc(Number(request.query.days ?? 30)) || 30));
      const today = now();
      const days = Array.from({ length: count }, (_, index) =>
        dayOf(today - (count - 1 - index) * dayMilliseconds),
      );
      const rows = await readUsage(database, request.params.org, days[0] ?? '', days.at(-1) ?? '');
      reply.header('cache-control', 'no-store');
      return { days: days.map((day) => ({ day, ...countsOf(rows.filter((row) => row.day === day)) })) };
    },
  );
}

function countsOf(rows: readonly { kind: string; count: number }[]): Record<UsageKind, number> {
  const counts = usageKinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]);
  return Object.fromEntries(counts) as Record<UsageKind, number>;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** An unidentified caller is a visitor; one of too many is refused. */
function unlessTooMany(error: unknown): undefined {
  if (error instanceof MappingError && error.status === 429) throw error;
  return undefined;
}
