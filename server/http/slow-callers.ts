import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';

/**
 * What stands against callers that hold connections by sending next to nothing: a time for the headers, one for the body,
 * one for silence. A file gets long, because slow lines are no offence.
 * @param patience factor on all times
 */
export function connectionTimes(patience: number) {
  return {
    connectionTimeout: limits.silentSeconds * 1000 * patience,
    keepAliveTimeout: limits.keepAliveSeconds * 1000,
    requestTimeout: limits.fileBodySeconds * 1000 * patience,
    http: {
      headersTimeout: limits.headersSeconds * 1000 * patience,
      // How often Node looks.
      connectionsCheckingInterval: Math.min(5000, limits.headersSeconds * 250 * patience),
    },
  };
}

/** Ends a request whose body, not a file's, is not there in time: 408 where an answer still makes sense. */
export function hurry(app: FastifyInstance, patience: number): void {
  // Answered before its body was read (no room, too large): the rest is thrown away, or the connection would hang on it.
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) raw.resume();
  });
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isFile = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    if (!hasBody || isFile) return;
    const timer = setTimeout(
      () => {
        if (raw.complete) return;
        request.log.warn('a body did not come in time');
        if (!reply.raw.headersSent) {
          reply.raw.writeHead(408, { connection: 'close', 'content-length': '0' });
          reply.raw.end();
        }
        raw.socket.destroySoon();
      },
      limits.bodySeconds * 1000 * patience,
    );
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}
