import { typeConfig } from '../../wire/integrations/integration-config.ts';
import {
  checkScript,
  ok,
  type ServerKind,
} from '../../server/application/integrations/define-server-kind.ts';

const script = 'https://maps.googleapis.com/maps/api/js';
/** https://developers.google.com/maps/documentation/javascript/content-security-policy */
const google = [
  'https://*.googleapis.com',
  'https://*.gstatic.com',
  'https://*.google.com',
  'https://*.googleusercontent.com',
];

export const streetview: ServerKind<'streetview'> = {
  policy: () => ({
    'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
    'style-src': ['https://fonts.googleapis.com'],
    'font-src': ['https://fonts.gstatic.com'],
    'img-src': google,
    'connect-src': google,
    'worker-src': ['blob:'],
  }),
  async check({ config }, { credentials, allowedPrivateHosts }) {
    const { viewer, termsAccepted } = typeConfig('streetview', config);
    // Without the viewer it is a link, which needs nothing.
    if (viewer === 'window' || !termsAccepted) return ok;
    if (!credentials['apiKey'])
      return { state: 'misconfigured', message: 'The synchronised viewer requires an API key.' };
    // Requested without the key, which is limited to browsers at this address and must not reach a log.
    return checkScript(script, allowedPrivateHosts);
  },
};
