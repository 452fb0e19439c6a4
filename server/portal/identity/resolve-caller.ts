import { MappingError } from '../../../wire/errors.ts';
import type { Caller } from '../caller.ts';
import type { PortalContext } from '../operation.ts';
import { hashOf } from './random-token.ts';
import { findCaller } from './token-store.ts';

/**
 * Who a token belongs to; without a token, anonymous.
 * @throws MappingError `portal:invalid-token` (498, which alone makes ArcGIS clients drop a credential) for a token that is
 * unknown, expired, revoked or of a disabled person
 */
export async function resolveCaller(context: PortalContext, token: string | undefined): Promise<Caller> {
  if (token === undefined) return { kind: 'anonymous' };
  const tokenHash = hashOf(token);
  const found = await findCaller(context.database, tokenHash, context.now());
  if (!found) throw invalidToken();
  return { kind: 'member', ...found, tokenHash };
}

export function invalidToken(): MappingError {
  return new MappingError('portal:invalid-token', 'Invalid token.', { status: 498 });
}
