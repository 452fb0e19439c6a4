import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  auditChoices,
  type AuditEntry,
  type AuditFilter,
  listActs,
} from '../../platform/audit/audit-list-store.ts';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../../wire/app-config.ts';
import { csvLine, csvMark } from '../../../wire/csv.ts';
import type { AuditPage } from '../../../wire/administration.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Budget } from '../../platform/budgets/budget.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type Parameter, textOf } from '../../platform/http/query-parameters.ts';
import type { RequireAdministrator } from '../../platform/membership/require-administrator.ts';

/** The audit log as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8; in pieces. */
export async function* csvOf(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield csvMark + csvLine(['time', 'actor', 'act', 'subject', 'detail']);
  for await (const entries of pages)
    yield entries
      .map(({ at, actor, act, subject, detail }) =>
        csvLine([new Date(at).toISOString(), actor, act, subject, JSON.stringify(detail)]),
      )
      .join('');
}

interface Options {
  database: Database;
  /** The class of work that the pieces of a file belong to. */
  budget: Budget;
  requireAdministrator: RequireAdministrator;
  /** The portal organisation of an organisation on the embedded portal; undefined on any other portal. */
  portalOrgOf: (organisation: string, config: AppConfig) => Promise<string | undefined>;
}

type Query = Partial<Record<'actor' | 'act' | 'from' | 'until' | 'before', Parameter>>;

type Of = { Params: { org: string }; Querystring: Query };

const pageSize = 50;
/** Entries of one piece of a file, each of which waits for its place: the event loop has no more of them at a time. */
const pieceSize = 500;
/** Times that a piece waits for a place again. */
const piecePauses = 10;

/** `/api/{org}/administration/audit`: who did what, filtered by user, act and time; also as a CSV file. */
export async function auditRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { database, budget, requireAdministrator, portalOrgOf } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get<Of>('/:org/administration/audit', async (request): Promise<AuditPage> => {
    const { config } = await requireAdministrator(request);
    const { org } = request.params;
    const portalOrgId = await portalOrgOf(org, config);
    const filter = { ...filterOf(request.query), portalOrgId };
    const entries = await listActs(database, org, filter, pageSize + 1);
    const shown = entries.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      entries: shown,
      ...(entries.length > pageSize && last && { next: last.id }),
      ...(await auditChoices(database, org, portalOrgId)),
    };
  });

  app.get<Of>('/:org/administration/audit.csv', async (request, reply) => {
    const { config } = await requireAdministrator(request);
    const { org } = request.params;
    const filter = { ...filterOf(request.query), portalOrgId: await portalOrgOf(org, config) };
    const readPiece = (piece: AuditFilter) =>
      whenFree(() => budget.run(undefined, () => listActs(database, org, piece, pieceSize)));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${org}-audit.csv"`)
      .send(Readable.from(csvOf(pagesOf(filter, readPiece))));
  });
}

/** Waits for a place: a file that breaks off would have to be downloaded from the beginning. */
async function whenFree<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = piecePauses; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      const seconds = error instanceof MappingError ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || left === 0) throw error;
      await pause(seconds * 1000);
    }
  }
}

/** All entries, newest first. */
async function* pagesOf(
  filter: AuditFilter,
  read: (filter: AuditFilter) => Promise<AuditEntry[]>,
): AsyncGenerator<AuditEntry[]> {
  for (let { before } = filter; ;) {
    const entries = await read({ ...filter, before });
    yield entries;
    if (entries.length < pieceSize) return;
    before = entries.at(-1)?.id;
  }
}

function filterOf({ actor, act, from, until, before }: Query): AuditFilter {
  const number = (parameter: Parameter) => {
    const text = textOf(parameter) ?? '';
    return text !== '' && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  };
  return {
    actor: textOf(actor),
    act: textOf(act),
    from: number(from),
    until: number(until),
    before: number(before),
  };
}
