import EsriError from '@arcgis/core/core/Error.js';
import Credential from '@arcgis/core/identity/Credential.js';
import identityManager from '@arcgis/core/identity/IdentityManager.js';
import type { MapPortal } from '../map-source.ts';
import { mayGetToken } from '../own-services.ts';

interface SignsIn {
  signIn(address: string, server: { server: string }): Promise<Credential>;
}

/**
 * Hands the page's sign-in over to the SDK and keeps it in step. The SDK's own password dialog never shows: a service
 * of the portal's that wants a sign-in gets a renewed token, or its layer fails and `onSignInNeeded` is called, so that the
 * person is asked in place. A server that has nothing to do with the portal gets no token: its layer fails.
 *
 * @param services the map's services that the portal's token is meant for as well (`ownServices`)
 * @returns how to stop
 */
export function handOverSession(
  { session, restUrl }: MapPortal,
  services: readonly string[],
  onSignInNeeded: () => void,
): () => void {
  const register = () => {
    const { credential } = session;
    if (!credential) return;
    for (const server of [credential.server, ...services])
      identityManager.registerToken({ ...credential, server, ssl: false });
  };
  register();
  // Meant to be replaced by an application, though the type declarations leave it out.
  (identityManager as unknown as SignsIn).signIn = async (_address, server) => {
    if (!mayGetToken(server.server, { restUrl })) throw refused();
    const expiredToken = session.credential?.token;
    const token = expiredToken ? await session.renew(expiredToken).catch(() => '') : '';
    const { credential } = session;
    if (!token || !credential) {
      onSignInNeeded();
      throw refused();
    }
    return new Credential({
      server: server.server,
      token,
      userId: credential.userId,
      expires: credential.expires,
      ssl: false,
    });
  };
  return session.subscribe(register);
}

/** What the SDK itself throws when a person closes its dialog. */
function refused(): EsriError {
  return new EsriError('identity-manager:user-aborted', 'ABORTED');
}
