import { typeConfig } from '../../wire/integrations/integration-config.ts';
import { checkScript, type ServerKind } from '../../server/application/integrations/define-server-kind.ts';

const vendor = 'https://streetsmart.cyclomedia.com';
const hosts = [vendor, 'https://*.cyclomedia.com'];

export const cyclomedia: ServerKind<'cyclomedia'> = {
  policy: ({ unsafeEval }, { pages }) => ({
    'script-src': [vendor, ...(unsafeEval ? ["'unsafe-eval'"] : [])],
    'style-src': hosts,
    'img-src': hosts,
    'font-src': hosts,
    'connect-src': hosts,
    'worker-src': [pages, 'blob:'],
    'frame-src': ['https://identity.cyclomedia.com'],
  }),
  // The spatial reference it expects coordinates in.
  facts: ({ srs }) => ({ wkid: srs.replace('EPSG:', '') }),
  async check({ config }, { credentials, allowedPrivateHosts }) {
    const { apiVersion, login, clientId } = typeConfig('cyclomedia', config);
    if (!credentials['apiKey']) return { state: 'misconfigured', message: 'An API key is needed.' };
    if (login === 'password' && !(credentials['username'] && credentials['password']))
      return { state: 'misconfigured', message: 'A username and password are required.' };
    if (login === 'oauth' && !clientId)
      return { state: 'misconfigured', message: 'OAuth needs config.clientId.' };
    return checkScript(`${vendor}/api/v${apiVersion}/StreetSmartApi.js`, allowedPrivateHosts);
  },
};
