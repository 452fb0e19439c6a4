import { MappingError } from '../../wire/errors.ts';
import { findApp } from '../portal/identity/app-store.ts';
import { exchangeCode } from '../portal/identity/oauth2/exchange-code.ts';
import { refresh } from '../portal/identity/oauth2/refresh.ts';
import { hashOf } from '../portal/identity/random-token.ts';
import { endSessionOf } from '../portal/identity/token-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { Granted, PortalTokens } from '../sessions/portal-tokens.ts';

/** The token endpoint of the portal of this process. */
export function embeddedTokens(portal: PortalContext): PortalTokens {
  return {
    async grant(parameters, agent) {
      const app = await findApp(portal.database, parameters['client_id'] ?? '');
      if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
      const granted =
        parameters['grant_type'] === 'authorization_code'
          ? exchangeCode(portal, app, parameters, agent)
          : refresh(portal, app, parameters['refresh_token']);
      return (await granted) as Granted;
    },
    revoke: (token) => endSessionOf(portal.database, hashOf(token)),
  };
}
