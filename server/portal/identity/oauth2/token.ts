import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';
import { findApp } from '../app-store.ts';
import { exchangeCode } from './exchange-code.ts';
import { exchangeRefreshToken } from './exchange-refresh-token.ts';
import { refresh } from './refresh.ts';

/** `oauth2/token`: exchanges a code or a refresh token for an access token. */
export async function token(call: PortalCall): Promise<object> {
  void call.reply.header('cache-control', 'no-store');
  const { context, parameters } = call;
  const clientId = parameters['client_id'];
  const app = clientId ? await findApp(context.database, clientId) : undefined;
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  switch (parameters['grant_type']) {
    case 'authorization_code':
      return exchangeCode(context, app, parameters, call.request.headers['user-agent']);
    case 'refresh_token':
      return refresh(context, app, parameters['refresh_token']);
    case 'exchange_refresh_token':
      return exchangeRefreshToken(context, app, parameters);
    default:
      throw new MappingError(
        'portal:unsupported-grant',
        'grant_type must be authorization_code, refresh_token or exchange_refresh_token.',
        { status: 400 },
      );
  }
}
