import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Replica } from '../database/replica.ts';

/**
 * `GET /health`: 200 `{"status":"ok"}` only when the database answers, else 503. With replicas also whether they answer, without
 * which nothing fails.
 */
export async function healthRoute(
  app: FastifyInstance,
  { database, replica }: { database: Database; replica: Replica | undefined },
): Promise<void> {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(database);
      return { status: 'ok', ...(replica && { replica: replica.isAway ? 'away' : 'ok' }) };
    } catch {
      return reply.status(503).send({ status: 'database-unreachable' });
    }
  });
}
