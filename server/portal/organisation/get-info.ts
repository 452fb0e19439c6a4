import { limits } from '../../limits.ts';
import type { Operation, PortalContext } from '../operation.ts';
import { currentVersion, fullVersion } from './version.ts';

/**
 * The portal's REST root itself: its version. An invalid token is answered with 498 here too, so clients
 * verify theirs by it.
 */
export const getRoot: Operation = async () => ({ currentVersion, fullVersion });

/** `info`: the token issuer. */
export const getInfo: Operation = async ({ context }) => ({
  currentVersion,
  fullVersion,
  ...serverInfo(context),
});

/** The address of the portal of a call, without a trailing slash. */
export function portalAddress({ publicUrl, address }: Pick<PortalContext, 'publicUrl' | 'address'>): string {
  return `${publicUrl}/portal${address}`;
}

/**
 * `owningSystemUrl` and `authInfo`, of the portal and of every service of ours: the issuer of their tokens.
 */
export function serverInfo(context: Pick<PortalContext, 'publicUrl' | 'address'>) {
  const portal = portalAddress(context);
  return {
    owningSystemUrl: portal,
    authInfo: {
      isTokenBasedSecurity: true,
      tokenServicesUrl: `${portal}/sharing/rest/generateToken`,
      shortLivedTokenValidity: limits.accessTokenMinutes,
    },
  };
}
