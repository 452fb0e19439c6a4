import type { FastifyReply } from 'fastify';
import type { Caller } from '../caller.ts';

/**
 * Sends an operation's JSON; `f=pjson` is the same with line breaks, and `null` is an empty body (portal-wire §0).
 * What a member sees is stored nowhere; what everybody sees may be kept by the browser, which asks again each time.
 */
export function answer(
  reply: FastifyReply,
  body: object | null,
  caller: Caller,
  format: string | undefined,
): FastifyReply {
  setCaching(reply, caller);
  void reply.type('application/json; charset=utf-8');
  return reply.send(
    body === null ? '' : JSON.stringify(body, null, format === 'pjson' || format === 'html' ? 2 : 0),
  );
}

function setCaching(reply: FastifyReply, caller: Caller): void {
  if (caller.kind === 'member') void reply.header('cache-control', 'no-store');
  else if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
}
