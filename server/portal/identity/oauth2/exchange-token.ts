import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';
import { findApp } from '../app-store.ts';
import { issueDerivedToken } from '../issue-derived-token.ts';

/** `oauth2/exchangeToken`: the caller's token for another registered application, of the same session. */
export async function exchangeToken({ context, caller, parameters }: PortalCall): Promise<object> {
  const app = await findApp(context.database, parameters['client_id'] ?? '');
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  const { token } = await issueDerivedToken(context, caller, { clientId: app.clientId });
  return { token };
}
