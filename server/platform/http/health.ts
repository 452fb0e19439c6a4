import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** `GET /health`: 200 `{"status":"ok"}` only when the database answers, else 503. */
export async function healthRoute(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(database);
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'database-unreachable' });
    }
  });
}
