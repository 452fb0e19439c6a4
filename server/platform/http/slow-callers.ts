import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readInTurns } from '../budgets/in-turn.ts';
import { hasBody } from '../budgets/requester.ts';
import { limits } from '../../limits.ts';

/**
 * Timeouts against callers that hold connections by sending next to nothing: for the headers, for the body,
 * and for inactivity. A file gets a long one, because slow connections are legitimate.
 * @param timeoutFactor factor on all timeouts
 */
export function connectionTimes(timeoutFactor: number) {
  return {
    connectionTimeout: limits.silentSeconds * 1000 * timeoutFactor,
    keepAliveTimeout: limits.keepAliveSeconds * 1000,
    requestTimeout: limits.fileBodySeconds * 1000 * timeoutFactor,
    http: {
      headersTimeout: limits.headersSeconds * 1000 * timeoutFactor,
      // Interval of Node's check.
      connectionsCheckingInterval: Math.min(5000, limits.headersSeconds * 250 * timeoutFactor),
    },
  };
}

function isRead(raw: IncomingMessage): boolean {
  return raw.complete || raw.readableEnded;
}

const tooLate = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Ends a request whose body takes too long. */
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Extends the timeout of a request to that of a file (`limits.fileBodySeconds`): its sender is known. */
export function allowFileTime(raw: IncomingMessage): void {
  clearTimeout(timers.get(raw));
}

/**
 * Ends a request whose body has not arrived in time: 408 where a response is still possible. A body has the
 * time of a file only once its sender is known (`allowFileTime`).
 */
export function limitSlowRequests(app: FastifyInstance, timeoutFactor: number): void {
  // Answered before its body was read (unknown sender, too large): a client that is still sending reads the
  // response only later, so the rest is discarded for a while. Node would do that as fast as it can once the
  // response has been sent.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!isRead(request.raw)) {
      readInTurns(request.raw);
      request.raw.resume();
    }
    done(null, payload);
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (isRead(raw)) return done();
    const end = setTimeout(() => raw.destroy(), limits.refusedBodySeconds * 1000 * timeoutFactor);
    end.unref();
    raw.once('close', () => clearTimeout(end));
    raw.once('end', () => clearTimeout(end));
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done();
    const { raw } = request;
    const timer = setTimeout(
      () => {
        if (raw.complete) return;
        request.log.warn('request body timed out');
        // Written to the socket, as Node does: code that still reads or responds finds a closed connection, as after a disconnect.
        if (!reply.raw.headersSent && reply.raw.socket) raw.socket.write(tooLate);
        raw.socket.destroySoon();
      },
      limits.bodySeconds * 1000 * timeoutFactor,
    );
    timers.set(raw, timer);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    done();
  });
}
