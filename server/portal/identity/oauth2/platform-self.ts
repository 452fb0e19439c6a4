import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { PortalCall } from '../../operation.ts';

/** `oauth2/platformSelf`: this portal has no session cookie, so there is never a silent sign-in. */
export async function platformSelf(_call: PortalCall): Promise<never> {
  throw arcgisError('portal:no-platform-session');
}
