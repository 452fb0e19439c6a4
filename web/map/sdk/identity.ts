import EsriError from '@arcgis/core/core/Error.js';
import Credential from '@arcgis/core/identity/Credential.js';
import identityManager from '@arcgis/core/identity/IdentityManager.js';
import type { MapPortal } from '../map-source.ts';
import { otherSignIn } from './sdk-error.ts';
import { isOwn, mayGetToken } from '../../../wire/token-receivers.ts';

/** Methods of the identity manager that applications may replace. */
interface Replaceable {
  /** Not in the type declarations. */
  signIn(address: string, server: { server: string }): Promise<Credential>;
  /** Gets a token for a server federated with a portal, by a token of that portal. */
  generateToken(
    portal: { tokenServiceUrl?: string | null },
    user: unknown,
    options?: { token?: string },
  ): Promise<unknown>;
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
  const renewed = async (expiredToken: string | undefined) => {
    const token = expiredToken ? await session.renew(expiredToken).catch(() => '') : '';
    const { credential } = session;
    if (token && credential) return { token, credential };
    onSignInNeeded();
    throw refused();
  };
  const manager = identityManager as unknown as Replaceable;
  manager.signIn = async (_address, server) => {
    if (!mayGetToken(server.server, { restUrl }))
      throw new EsriError(otherSignIn, 'The server does not accept accounts of this portal.');
    const { token, credential } = await renewed(session.credential?.token);
    return new Credential({
      server: server.server,
      token,
      userId: credential.userId,
      expires: credential.expires,
      ssl: false,
    });
  };
  const { generateToken } = manager;
  manager.generateToken = async (portal, user, options) => {
    try {
      return await generateToken.call(manager, portal, user, options);
    } catch (cause) {
      // The portal refused its own token. The SDK would fail the layer, without asking for a sign-in.
      if (!isRefusal(cause) || !options?.token || !isOwn(portal.tokenServiceUrl ?? '', { restUrl }))
        throw cause;
      const { token } = await renewed(options.token);
      return generateToken.call(manager, portal, user, { ...options, token });
    }
  };
  const unsubscribe = session.subscribe(register);
  return () => {
    unsubscribe();
    manager.generateToken = generateToken;
  };
}

/** Whether an error of the SDK reports a token that has ended, or is missing. */
function isRefusal(cause: unknown): boolean {
  const { details } = cause as { details?: { httpStatus?: number } };
  return details?.httpStatus === 498 || details?.httpStatus === 499;
}

/** The error the SDK throws when a user closes its dialog. */
function refused(): EsriError {
  return new EsriError('identity-manager:user-aborted', 'ABORTED');
}
