import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { explainFailure } from '../database/explain-failure.ts';
import { MappingError } from '../../wire/errors.ts';
import type { Problem } from '../../wire/problem.ts';
import { isArcgisPath, sendArcgisError } from './arcgis-error.ts';

/** The one exit for errors: the ArcGIS envelope for portal and services, problem+json for everything else. */
export function handleError(
  error: FastifyError | MappingError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = toMappingError(error);
  if (known.status >= 500) request.log.error({ err: error, id: known.id }, 'request failed');
  const wait = known.retryAfterSeconds ?? (known.status === 503 ? 5 : undefined);
  if (wait !== undefined) reply.header('retry-after', String(wait));
  if (isArcgisPath(request.url)) return sendArcgisError(reply, known, request.id);
  return sendProblem(reply, known, request.id);
}

export function handleNotFound(request: FastifyRequest, reply: FastifyReply) {
  const error = new MappingError('http:not-found', 'There is nothing at this address.', { status: 404 });
  if (isArcgisPath(request.url)) return sendArcgisError(reply, error, request.id);
  return sendProblem(reply, error, request.id);
}

/** Our own errors and the framework's (too large, bad JSON, too many requests) keep their words; others show none. */
function toMappingError(error: FastifyError | MappingError): MappingError {
  // A MappingError of 502 to 504 tells what is away in words of its own; 500 means that we did not foresee it.
  if (error instanceof MappingError && error.status !== 500) return error;
  const explained =
    explainFailure(error) ?? (error.cause === undefined ? undefined : explainFailure(error.cause));
  if (explained) return explained;
  if (error instanceof MappingError)
    return new MappingError(error.id, 'Something went wrong', { status: 500, cause: error });
  const status = error.statusCode ?? 500;
  if (status < 500)
    return new MappingError(`http:${error.code ?? status}`.toLowerCase(), error.message, { status });
  return new MappingError('http:unexpected', 'Something went wrong', { status: 500, cause: error });
}

function sendProblem(reply: FastifyReply, error: MappingError, requestId: string) {
  const unexpected = error.status === 500;
  const problem: Problem = {
    type: `urn:mapping:problem:${error.id}`,
    id: error.id,
    title: unexpected ? 'Something went wrong' : error.message,
    status: error.status,
    detail: unexpected
      ? `Something went wrong. If it happens again, report this id: ${requestId}`
      : error.message,
    requestId,
    ...(error.faults.length > 0 && { faults: [...error.faults] }),
  };
  return reply.status(error.status).type('application/problem+json').send(JSON.stringify(problem));
}
