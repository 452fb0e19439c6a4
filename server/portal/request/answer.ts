import type { FastifyReply } from 'fastify';
import { writeJson } from '../../platform/arcgis/json-answer.ts';
import { addVary, callerHeaders } from '../../platform/http/compress-answer.ts';
import type { Caller } from '../caller.ts';

/**
 * Sends an operation's JSON; `f=pjson` adds line breaks, and `null` is an empty body, as ArcGIS clients
 * expect. Responses for members are never cached; public ones may be cached by the browser, which revalidates
 * them each time.
 */
export function answer(
  reply: FastifyReply,
  body: object | null,
  caller: Caller,
  format: string | undefined,
): FastifyReply {
  setCaching(reply, caller);
  addVary(reply, callerHeaders);
  void reply.type('application/json; charset=utf-8');
  return reply.send(body === null ? '' : writeJson(body, format?.toLowerCase() ?? 'json'));
}

function setCaching(reply: FastifyReply, caller: Caller): void {
  if (caller.kind === 'member') void reply.header('cache-control', 'no-store');
  else if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
}
