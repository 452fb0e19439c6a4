import { limits } from '../../limits.ts';
import type { Operation, PortalContext } from '../operation.ts';
import { currentVersion, fullVersion } from './version.ts';

/** The portal's REST root itself: its version. A dead token is answered with 498 here too, so clients check theirs by it. */
export const getRoot: Operation = async () => ({ currentVersion, fullVersion });

/** `info`: who issues tokens. */
export const getInfo: Operation = async ({ context }) => ({
  currentVersion,
  fullVersion,
  ...serverInfo(context),
});

/** `owningSystemUrl` and `authInfo`, of the portal and of every service of ours (portal-wire §1, federated token). */
export function serverInfo({ publicUrl }: Pick<PortalContext, 'publicUrl'>) {
  return {
    owningSystemUrl: `${publicUrl}/portal`,
    authInfo: {
      isTokenBasedSecurity: true,
      tokenServicesUrl: `${publicUrl}/portal/sharing/rest/generateToken`,
      shortLivedTokenValidity: limits.accessTokenMinutes,
    },
  };
}
