import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';
import { tokenRequired } from '../../access/refusals.ts';
import { findAppFor } from '../app-store.ts';
import { issueDerivedToken } from '../issue-derived-token.ts';

const schema = z.object({ client_id: z.string().default('') });

/** `oauth2/exchangeToken`: the caller's token for another application of their organisation, of the same session. */
export async function exchangeToken({ context, caller, parameters }: PortalCall): Promise<object> {
  if (caller.kind === 'anonymous') throw tokenRequired();
  const { client_id: clientId } = readOperation(schema, parameters);
  const app = await findAppFor(context.database, clientId, caller.orgId);
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  const { token } = await issueDerivedToken(context, caller, { clientId: app.clientId });
  return { token };
}
