import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Replica } from '../database/replica.ts';
import { standInScope } from '../database/stand-in.ts';

/**
 * `GET /health`: 200 `{"status":"ok"}` when the database answers, `read-only` while only replicas do, else 503. With replicas also
 * whether they answer.
 */
export async function healthRoute(
  app: FastifyInstance,
  { database, replica }: { database: Database; replica: Replica | undefined },
): Promise<void> {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(database);
      const status = standInScope()?.since === undefined ? 'ok' : 'read-only';
      return { status, ...(replica && { replica: replica.isAway ? 'away' : 'ok' }) };
    } catch {
      return reply.status(503).send({ status: 'database-unreachable' });
    }
  });
}
