import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Replica } from '../database/replica.ts';
import { standInScope } from '../database/stand-in.ts';

interface HealthOptions {
  database: Database;
  replica: Replica | undefined;
  /** Whether the isolation of the readers of uploaded files stays untried. */
  isUntried: () => boolean;
}

/**
 * `GET /health`: 200 `{"status":"ok"}` when the database answers, `read-only` while only replicas do, else 503. With replicas also
 * whether they answer, and where uploaded files are read with an isolation that could not be tried, that word.
 */
export async function healthRoute(
  app: FastifyInstance,
  { database, replica, isUntried }: HealthOptions,
): Promise<void> {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(database);
      const status = standInScope()?.since === undefined ? 'ok' : 'read-only';
      return {
        status,
        ...(replica && { replica: replica.isAway ? 'away' : 'ok' }),
        ...(isUntried() && { uploads: 'isolation-untried' }),
      };
    } catch {
      return reply.status(503).send({ status: 'database-unreachable' });
    }
  });
}
