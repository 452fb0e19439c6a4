import type { FastifyReply } from 'fastify';
import { findToken } from '../../../platform/arcgis/read-request.ts';
import { standInScope } from '../../../platform/database/stand-in.ts';
import type { ServiceCall } from '../../feature-server/context.ts';
import type { AskedAccess } from './ask-access.ts';
import type { ThreadReply, ThreadTask } from './feature-thread.ts';

type CalledTarget = Pick<ThreadTask, 'path' | 'layers' | 'layer'>;

/** Restarts in a thread what was too heavy for the event loop. */
export async function runInThread(
  runTask: (task: Omit<ThreadTask, 'access'>) => Promise<ThreadReply>,
  target: CalledTarget,
  call: Omit<ServiceCall, 'layers'>,
  reply: FastifyReply,
) {
  const { status, headers, body } = await runTask(taskOf(target, call));
  reply.status(status).headers(Object.fromEntries(headers));
  return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** Decides about other services for the sender of a call. */
export function accessFor({
  context,
  parameters,
  request,
}: Pick<ServiceCall, 'context' | 'parameters' | 'request'>) {
  const token = findToken(parameters, request.headers);
  return (asked: AskedAccess) => context.access({ ...asked, token });
}

/** A call as a thread gets it. */
export function taskOf(
  { path, layers, layer }: CalledTarget,
  { parameters, body, path: pathParameters, request, rights, context, service }: Omit<ServiceCall, 'layers'>,
): Omit<ThreadTask, 'access'> {
  const { method, url, protocol, host, headers } = request;
  return {
    path,
    parameters: parameters.raw(),
    body,
    pathParameters,
    service,
    layers,
    layer,
    rights,
    request: {
      method,
      url,
      protocol,
      host,
      ifNoneMatch: headers['if-none-match'] ?? '',
      accept: headers.accept ?? '',
      contentType: headers['content-type'] ?? '',
      contentCrs: String(headers['content-crs'] ?? ''),
    },
    publicUrl: context.publicUrl,
    now: context.now(),
    standInSince: standInScope()?.since,
  };
}
