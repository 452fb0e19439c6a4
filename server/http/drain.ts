import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Ends the server without cutting anybody off. Behind a proxy (`seconds` > 0) it first takes no new connections and asks
     * for those that are there to be closed after their next answer, because a connection closed from this side may have
     * a request on its way. Answers under way are waited for, `limits.stopSeconds` at most.
     */
    drain(seconds: number): Promise<void>;
  }
}

/** Gives the application its `drain`. */
export function drain(app: FastifyInstance): void {
  let draining = false;
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.decorate('drain', async (seconds: number) => {
    draining = true;
    const late = setTimeout(
      () => {
        app.log.warn('answers under way were cut off: they took too long');
        app.server.closeAllConnections();
      },
      (seconds + limits.stopSeconds) * 1000,
    );
    if (seconds > 0) await withoutNewConnections(app, seconds * 1000);
    await app.close();
    clearTimeout(late);
  });
}

/** Until every connection is closed, or the time is over. */
async function withoutNewConnections(app: FastifyInstance, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  // The close of `http.Server` would close idle connections too; this one only stops listening.
  Server.prototype.close.call(app.server, () => resolve());
  await promise;
  clearTimeout(timer);
}
