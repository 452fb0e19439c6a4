import { typeConfig } from '../../wire/integrations/integration-config.ts';
import {
  checkJson,
  isOwn,
  type ServerKind,
} from '../../server/application/integrations/define-server-kind.ts';

export const panorama: ServerKind<'panorama'> = {
  policy({ photos, imageOrigins }, { application }) {
    const origins = [new URL(photos, application).origin, ...imageOrigins];
    return { 'img-src': origins, 'connect-src': origins };
  },
  async check({ config }, { origin, allowedPrivateHosts }) {
    const { photos } = typeConfig('panorama', config);
    if (!photos) return { state: 'misconfigured', message: 'No photos are configured.' };
    const address = new URL(photos, origin);
    return checkJson(address.href, isOwn(address, origin) || allowedPrivateHosts);
  },
};
