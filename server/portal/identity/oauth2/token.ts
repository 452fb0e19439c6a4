import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';
import { findApp } from '../app-store.ts';
import { exchangeCode } from './exchange-code.ts';
import { exchangeRefreshToken, refresh } from './refresh.ts';

const schema = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  code: z.string().optional(),
  code_verifier: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().default(''),
});

/** `oauth2/token`: exchanges a code or a refresh token for an access token. */
export async function token(call: PortalCall): Promise<object> {
  void call.reply.header('cache-control', 'no-store');
  const { context, parameters } = call;
  const asked = readOperation(schema, parameters);
  const { client_id: clientId, refresh_token: refreshToken, redirect_uri: redirectUri } = asked;
  const app = clientId ? await findApp(context.database, clientId) : undefined;
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  switch (asked.grant_type) {
    case 'authorization_code':
      return exchangeCode(context, app, asked, call.request.headers['user-agent']);
    case 'refresh_token':
      return refresh(context, app, refreshToken);
    case 'exchange_refresh_token':
      return exchangeRefreshToken(context, app, { refreshToken, redirectUri });
    default:
      throw new MappingError(
        'portal:unsupported-grant',
        'grant_type must be authorization_code, refresh_token or exchange_refresh_token.',
        { status: 400 },
      );
  }
}
