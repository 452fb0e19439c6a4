import type { FastifyRequest } from 'fastify';
import { readForm } from '../../../http/multipart/read-form.ts';
import { limits } from '../../../limits.ts';

/** Parameters by their names in lower case, which is how clients' spellings meet (portal-wire §7). */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Query string and form body merged (portal-wire §0): a blank value counts as absent, the first of a repeated one counts,
 * the body wins. The record has no prototype, so no name is special.
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
