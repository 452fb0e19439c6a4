import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { type Form, type FormOptions, readForm } from '../http/multipart/read-form.ts';
import { findToken } from './find-token.ts';
import { Parameters } from './parameters.ts';

export interface RequestOptions {
  /** What a multipart form may have. */
  limit: FormOptions['limit'];
  /** Who sends it, by the token received so far; undefined: unknown. Throws for a dead token. */
  sender: (token: string | undefined) => Promise<string | undefined>;
}

/**
 * Reads everything an ArcGIS request carries: query string and body, which is a form or multipart. The caller discards the
 * form at the end.
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
  try {
    const parameters = new Parameters(request.query, form.fields);
    refuseCallback(parameters);
    return { parameters, form };
  } catch (error) {
    await form.discard();
    throw error;
  }
}

/** An answer that runs as a script in any page would hand what its reader may see to that page. */
function refuseCallback(parameters: Parameters): void {
  if (parameters.short('callback') === undefined) return;
  throw new MappingError(
    'arcgis:no-callback',
    'JSONP is not supported. Leave out the parameter callback: pages of every origin may read the JSON.',
    { status: 400 },
  );
}
