import type { FastifyRequest } from 'fastify';
import { readForm } from '../../../platform/http/multipart/read-form.ts';
import { limits } from '../../../limits.ts';

/** Parameters by their lower-case names: clients spell them in different case (`SingleLine`, `singleLine`). */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Merges query string and form body: a blank value counts as absent, the first of repeated values counts, and the body wins.
 * The record has no prototype, so no name is special.
 */
export async function readParameters(request: FastifyRequest): Promise<Parameters> {
  const parameters: Record<string, string> = Object.create(null);
  const sources = [Object.entries(request.query ?? {}), await bodyOf(request)];
  for (const [name, value] of sources.flat()) {
    const text: unknown = Array.isArray(value)
      ? value.find((item) => typeof item === 'string' && item.trim() !== '')
      : value;
    if (typeof text === 'string' && text.trim() !== '') parameters[name.toLowerCase()] = text;
  }
  return parameters;
}

async function bodyOf(request: FastifyRequest): Promise<[string, unknown][]> {
  if (!request.isMultipart()) {
    return typeof request.body === 'object' && request.body !== null ? Object.entries(request.body) : [];
  }
  const nobody = async () => undefined;
  const limit = { fields: limits.requestBodyBytes, files: limits.requestBodyBytes };
  const form = await readForm(request, { limit, sender: nobody });
  return form.fields;
}
