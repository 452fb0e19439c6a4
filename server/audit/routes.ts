import type { FastifyInstance } from 'fastify';
import type { AuditPage } from '../../wire/administration.ts';
import type { Database } from '../database/connect.ts';
import type { RequireAdministrator } from '../membership/require-administrator.ts';
import { auditChoices, type AuditFilter, listActs } from './audit-store.ts';
import { csvOf } from './csv.ts';

interface Options {
  database: Database;
  requireAdministrator: RequireAdministrator;
  /** Whether the portal of a config is the embedded one, whose people's acts are every such organisation's. */
  isOwnPortal: (url: string) => boolean;
}

interface Query {
  actor?: string;
  act?: string;
  from?: string;
  until?: string;
  before?: string;
}

type Of = { Params: { org: string }; Querystring: Query };

const pageSize = 50;
/** Entries of one file; more are taken by narrowing the time. */
const fileSize = 50_000;

/** `/api/{org}/administration/audit`: who did what, by person, act and time; the same as a CSV file. */
export async function auditRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { database, requireAdministrator, isOwnPortal } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get<Of>('/:org/administration/audit', async (request): Promise<AuditPage> => {
    const { config } = await requireAdministrator(request);
    const { org } = request.params;
    const withPortal = isOwnPortal(config.portal.url);
    const filter = { ...filterOf(request.query), withPortal };
    const entries = await listActs(database, org, filter, pageSize + 1);
    const shown = entries.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      entries: shown,
      ...(entries.length > pageSize && last && { next: last.id }),
      ...(await auditChoices(database, org, withPortal)),
    };
  });

  app.get<Of>('/:org/administration/audit.csv', async (request, reply) => {
    const { config } = await requireAdministrator(request);
    const { org } = request.params;
    const filter = { ...filterOf(request.query), withPortal: isOwnPortal(config.portal.url) };
    const entries = await listActs(database, org, filter, fileSize);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${org}-audit.csv"`)
      .send(csvOf(entries));
  });
}

function filterOf({ actor, act, from, until, before }: Query): AuditFilter {
  const number = (text: string | undefined) => {
    const value = Number(text);
    return text === undefined || text === '' || !Number.isSafeInteger(value) ? undefined : value;
  };
  return { actor, act, from: number(from), until: number(until), before: number(before) };
}
