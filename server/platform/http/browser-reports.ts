import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { inTurnIfLarge } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';
import { parseJsonBody } from './json-body.ts';
import { loggedPath } from './log-lines.ts';

const text = z.string().max(5000).catch('');
const detail = z.object({
  effectiveDirective: text.optional(),
  'effective-directive': text.optional(),
  'violated-directive': text.optional(),
  blockedURL: text.optional(),
  'blocked-uri': text.optional(),
  documentURL: text.optional(),
  'document-uri': text.optional(),
});

/** Both formats browsers send: a list by the Reporting API, one violation by `report-uri`. */
const bodySchema = z.union([
  // Counted before they are read: each costs as much as its many faults.
  z
    .array(z.unknown())
    .max(limits.reportsPerRequest)
    .pipe(z.array(z.object({ type: z.string().max(100), body: detail.catch({}) }))),
  z.object({ 'csp-report': detail }).transform((one) => [{ type: 'csp-violation', body: one['csp-report'] }]),
]);

/** The part of a report for log and metrics: no query, no fragment, no path of another host. */
interface Report {
  kind: string;
  directive: string;
  blocked: string;
  page: string;
}

export type ReportCounter = Counter<'kind' | 'directive'>;

/** For `/metrics`. */
export function createReportCounter(): ReportCounter {
  return new Counter({
    name: 'mapping_browser_reports_total',
    help: 'Reports of browsers, by kind and directive.',
    labelNames: ['kind', 'directive'],
    registers: [],
  });
}

/**
 * `POST /api/reports`: browsers' reports of policy violations. Anyone can send anything here, so a report is
 * a log line and a number in `/metrics`, limited in size and rate, without anything that could be a secret.
 */
export async function browserReports(
  app: FastifyInstance,
  { counter }: { counter: ReportCounter },
): Promise<void> {
  for (const type of ['application/reports+json', 'application/csp-report'])
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: limits.reportBytes },
      async (_request: unknown, body: Buffer) => {
        await inTurnIfLarge(body);
        return parseJsonBody(body);
      },
    );
  const few = { perMinute: limits.reportsPerMinute };
  app.post(
    '/api/reports',
    { config: few, bodyLimit: limits.reportBytes, logLevel: 'warn' },
    async (request: FastifyRequest, reply) => {
      const parsed = bodySchema.safeParse(request.body);
      for (const report of parsed.success ? parsed.data.map(readReport) : []) {
        counter.inc({ kind: report.kind, directive: report.directive });
        request.log.warn({ report }, 'browser report');
      }
      return reply.status(204).send();
    },
  );
}

const kinds = ['csp-violation', 'permissions-policy-violation', 'deprecation', 'intervention', 'coop'];
const directives =
  /^((script|style)-src(-elem|-attr)?|(default|img|font|connect|worker|frame|object|media|manifest)-src|frame-ancestors|base-uri|form-action|require-trusted-types-for|trusted-types)$/;

function readReport({ type, body }: { type: string; body: z.infer<typeof detail> }): Report {
  const directive =
    body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive']?.split(' ')[0] ?? '';
  const blocked = body.blockedURL ?? body['blocked-uri'] ?? '';
  const page = body.documentURL ?? body['document-uri'] ?? '';
  return {
    kind: kinds.includes(type) ? type : 'other',
    directive: directives.test(directive) ? directive : 'other',
    blocked: URL.canParse(blocked) ? hostOf(blocked) : /^[a-z-]{1,30}$/.test(blocked) ? blocked : '',
    page: URL.canParse(page) ? loggedPath(new URL(page).pathname).slice(0, 200) : '',
  };
}

/** An origin; for an address without one (`data:`, `blob:`), its scheme. */
function hostOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
