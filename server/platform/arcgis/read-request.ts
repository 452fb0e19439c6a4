import type { IncomingHttpHeaders } from 'node:http';
import { bearerToken } from '../membership/identify.ts';
import { Parameters } from './parameters.ts';
import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { type Form, type FormOptions, readForm } from '../http/multipart/read-form.ts';

/** The token of a request: the parameter `token` or either header (docs/arcgis-protocol.md#tokens). */
export function findToken(parameters: Parameters, headers: IncomingHttpHeaders): string | undefined {
  const esri = headers['x-esri-authorization'];
  return (
    parameters.short('token') ??
    bearerToken(Array.isArray(esri) ? esri[0] : esri) ??
    bearerToken(headers.authorization)
  );
}

export interface RequestOptions {
  /** Limits of a multipart form. */
  limit: FormOptions['limit'];
  /** The sender, by the token received so far; undefined: unknown. Throws for an invalid token. */
  sender: (token: string | undefined) => Promise<string | undefined>;
}

/**
 * Reads all input of an ArcGIS request: query string and body, which is a form or multipart. The caller
 * discards the form at the end.
 * @throws MappingError `arcgis:no-callback` (400)
 */
export async function readArcgisRequest(
  request: FastifyRequest,
  { limit, sender }: RequestOptions,
): Promise<{ parameters: Parameters; form: Form | undefined }> {
  if (!request.isMultipart()) {
    const parameters = new Parameters(request.query, request.body);
    refuseCallback(parameters);
    return { parameters, form: undefined };
  }
  const form = await readForm(request, {
    limit,
    sender: (fields) => sender(findToken(new Parameters(request.query, fields), request.headers)),
  });
  // An error of the operation is written in the format that the form asks for.
  request.body = form.fields;
  try {
    const parameters = new Parameters(request.query, form.fields);
    refuseCallback(parameters);
    return { parameters, form };
  } catch (error) {
    await form.discard();
    throw error;
  }
}

/** A response that runs as a script in any page would reveal its content to that page. */
function refuseCallback(parameters: Parameters): void {
  if (parameters.short('callback') === undefined) return;
  throw new MappingError(
    'arcgis:no-callback',
    'JSONP is not supported. Omit the parameter callback: pages of every origin may read the JSON.',
    { status: 400 },
  );
}
