import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { faultText } from '../../platform/http/arcgis-error.ts';
import { pageHeaders, prefersHtml } from '../../platform/http/html-page.ts';
import { type OperationResponse, sent, type ServiceCall } from '../feature-server/context.ts';
import { invalidParameter } from './crs.ts';

type Responding = Pick<ServiceCall, 'parameters' | 'request' | 'reply'>;

/**
 * Whether a page is wanted: by `f`, else by the header `Accept`.
 * @throws MappingError `ogc:invalid-parameter` (400) for another format
 */
export function wantsHtml({ parameters, request }: Omit<Responding, 'reply'>): boolean {
  const format = parameters.text('f')?.toLowerCase();
  if (format === undefined) return prefersHtml(request.headers.accept);
  if (format === 'html' || format === 'json') return format === 'html';
  throw invalidParameter('f', 'Expected json or html.');
}

/** Sends JSON of a type, or a page. */
export function respond(
  call: Responding,
  type: string,
  { json, page }: { json: () => object | Uint8Array; page: () => string },
): OperationResponse {
  const { reply } = call;
  if (wantsHtml(call)) {
    for (const [name, value] of Object.entries(pageHeaders)) reply.header(name, value);
    reply.send(page());
    return sent;
  }
  const body = json();
  reply.type(type).send(body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)));
  return sent;
}

/** Refuses parameters that a resource does not have. */
export function refuseParameters({ parameters }: Pick<ServiceCall, 'parameters'>): void {
  const unknown = [...parameters.raw().keys()].find((name) => name !== 'f' && name !== 'token');
  if (unknown !== undefined) throw invalidParameter(unknown.slice(0, 40), 'There is no such parameter.');
}

/**
 * An error as HTTP knows it: ArcGIS has codes of its own for requests without a valid token, and sends what is wrong with a
 * query apart from the message.
 */
function asHttpError(error: unknown): unknown {
  if (!(error instanceof MappingError)) return error;
  if (error.status === 498 || error.status === 499) {
    const { id, message, faults } = error;
    return new MappingError(id, message, { status: 401, faults });
  }
  const [fault] = error.faults;
  if (error.status !== 400 || !fault || error.message.includes(fault.message)) return error;
  return new MappingError(error.id, `${error.message} ${faultText(fault)}`, {
    status: 400,
    faults: error.faults,
  });
}

/** A handler of a route whose errors have the status codes of HTTP. */
export function withHttpErrors(handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      return await handler(request, reply);
    } catch (error) {
      const known = asHttpError(error);
      if (known instanceof MappingError && known.status === 401) reply.header('www-authenticate', 'Bearer');
      throw known;
    }
  };
}

/**
 * Answers the methods that an address does not have with 405 and those that it has.
 * @param changes the methods that it has beside GET
 */
export function refuseOtherMethods(app: FastifyInstance, url: string, changes: object = {}): void {
  const allowed = ['GET', 'HEAD', ...Object.keys(changes)];
  const method = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((each) => !allowed.includes(each));
  // Before the body is read.
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allowed.join(', '));
    throw new MappingError('ogc:not-allowed', `This address has the methods ${allowed.join(', ')}.`, {
      status: 405,
    });
  };
  app.route({ method, url, onRequest, handler: async () => undefined });
}
