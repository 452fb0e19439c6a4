import { typeConfig } from '../../wire/integrations/integration-config.ts';
import { cityworksRoutes } from './server/routes.ts';
import { cityworksSession } from './server/session.ts';
import { checkTokenHost, siteAddress } from './server/site-address.ts';
import {
  checkFraming,
  ok,
  type ServerKind,
} from '../../server/application/integrations/define-server-kind.ts';

/** Its page reaches the site through our API, so its policy needs no more hosts. */
export const cityworks: ServerKind<'cityworks'> = {
  routes: cityworksRoutes,
  async check(integration, options) {
    const { server, login, wkid } = typeConfig('cityworks', integration.config);
    if (!server) return checkFraming(integration, options);
    if (login === 'gis-token') {
      checkTokenHost(siteAddress(server, options).server, options.cityworksTokenHosts);
      return ok;
    }
    const { username = '', password = '' } = options.credentials;
    if (!username || !password)
      return { state: 'misconfigured', message: 'A username and password are required.' };
    const session = cityworksSession({ ...siteAddress(server, options), username, password });
    await session.call('Ams/ServiceRequest/Problems', {});
    if (wkid === undefined) await session.spatialReference();
    return ok;
  },
};
