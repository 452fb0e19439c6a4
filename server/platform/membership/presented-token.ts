import type { IncomingHttpHeaders } from 'node:http';
import { portalHeader } from '../../../wire/portal-address.ts';

/** A portal token as presented to our API. */
export interface PresentedToken {
  token: string;
  /** The portal that issued it, as named by the caller (`X-Portal`); the token is never sent to any other. */
  portal?: string;
}

/** The token of a request to our API; undefined when it has none. */
export function presentedToken(headers: IncomingHttpHeaders): PresentedToken | undefined {
  const token = bearerToken(headers.authorization);
  if (token === undefined) return undefined;
  const portal = headers[portalHeader];
  return { token, ...(typeof portal === 'string' && { portal }) };
}

/**
 * The token of `Authorization: Bearer …`; our API accepts it nowhere else, so that it is never in an address.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}
