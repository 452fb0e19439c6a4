import EsriError from '@arcgis/core/core/Error.js';
import Credential from '@arcgis/core/identity/Credential.js';
import identityManager from '@arcgis/core/identity/IdentityManager.js';
import type { MapPortal } from '../map-source.ts';
import { otherSignIn } from './sdk-error.ts';
import { mayGetToken } from '../../../wire/token-receivers.ts';

interface SignsIn {
  signIn(address: string, server: { server: string }): Promise<Credential>;
}

/**
 * Passes the page's session to the SDK and keeps it in sync. The SDK's own password dialog never opens: a portal
 * service that requires a sign-in gets a renewed token, or its layer fails and `onSignInNeeded` is called, so that the
 * user is prompted in place. A server unrelated to the portal gets no token, and its layer fails.
 *
 * @param services the map's services that also accept the portal's token (`ownServices`)
 * @returns a function that stops it
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
  // Intended to be replaced by applications, although the type declarations omit it.
  (identityManager as unknown as SignsIn).signIn = async (_address, server) => {
    if (!mayGetToken(server.server, { restUrl }))
      throw new EsriError(otherSignIn, 'The server does not accept accounts of this portal.');
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

/** The error the SDK throws when a user closes its dialog. */
function refused(): EsriError {
  return new EsriError('identity-manager:user-aborted', 'ABORTED');
}
