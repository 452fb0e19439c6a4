import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';

/**
 * A page of another origin, which may be another port of this host, must neither use a cookie of this server nor replace it.
 * @throws MappingError `session:foreign-page` (403)
 */
export function checkSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  if (own && (site === undefined || site === 'same-origin')) return;
  throw new MappingError('session:foreign-page', 'Only pages of this server may do this.', { status: 403 });
}
