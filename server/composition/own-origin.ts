import type { FastifyInstance } from 'fastify';

/** Address at which this process reaches itself, once it listens. */
export function ownOrigin({ listeningOrigin }: FastifyInstance): string {
  return listeningOrigin.replace('0.0.0.0', '127.0.0.1');
}
