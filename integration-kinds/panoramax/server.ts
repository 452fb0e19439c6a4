import { typeConfig } from '../../wire/integrations/integration-config.ts';
import { checkJson, type ServerKind } from '../../server/application/integrations/define-server-kind.ts';

export const panoramax: ServerKind<'panoramax'> = {
  policy({ api, imageOrigins }) {
    // Its pictures are on the servers of their contributors, unless an administrator names the hosts.
    const pictures = imageOrigins.length > 0 ? imageOrigins : ['https:'];
    const origins = [new URL(api).origin, ...pictures];
    return { 'img-src': origins, 'connect-src': origins };
  },
  check: ({ config }, { allowedPrivateHosts }) =>
    checkJson(typeConfig('panoramax', config).api, allowedPrivateHosts),
};
