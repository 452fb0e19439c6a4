import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';

/** `oauth2/platformSelf`: this portal keeps no session cookie, so there is never a silent sign-in to hand out. */
export async function platformSelf(_call: PortalCall): Promise<never> {
  throw new MappingError(
    'portal:no-platform-session',
    'Unable to find a signed-in session for this application.',
    {
      status: 400,
    },
  );
}
