import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall } from '../../operation.ts';
import { hashOf } from '../random-token.ts';
import { endSessionOf } from '../token-store.ts';

const schema = z.object({ auth_token: z.string().optional(), token: z.string().optional() });

/**
 * `oauth2/revokeToken`: ends the whole session of a refresh or access token. An unknown token is not an error
 * (RFC 7009, section 2.2).
 */
export async function revokeToken({ context, parameters, reply }: PortalCall): Promise<object> {
  void reply.header('cache-control', 'no-store');
  const asked = readOperation(schema, parameters);
  const token = asked.auth_token ?? asked.token;
  if (token !== undefined) await endSessionOf(context.database, hashOf(token));
  return { success: true };
}
