import EsriError from '@arcgis/core/core/Error.js';
import Credential from '@arcgis/core/identity/Credential.js';
import identityManager from '@arcgis/core/identity/IdentityManager.js';
import type { MapPortal } from '../map-source.ts';

interface SignsIn {
  signIn(address: string, server: { server: string }): Promise<Credential>;
}

/**
 * Hands the page's sign-in over to the SDK and keeps it in step. The SDK's own password dialog never shows: a service
 * that wants a sign-in gets a renewed token, or its layer fails and `onSignInNeeded` is told, so that the person is asked
 * in place.
 *
 * @param services the map's services that the portal's token is meant for as well (`ownServices`)
 * @returns how to stop
 */
export function handOverSession(
  { session }: MapPortal,
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
    const worn = session.credential?.token;
    const token = worn ? await session.renew(worn).catch(() => '') : '';
    const { credential } = session;
    if (!token || !credential) {
      onSignInNeeded();
      throw new EsriError('identity-manager:user-aborted', 'ABORTED');
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
