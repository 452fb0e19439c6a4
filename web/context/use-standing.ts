import { isOfOtherOrganisation } from '../portal/capabilities.ts';
import { useConfiguration, useIdentity } from './application-context.ts';

/**
 * What a user is to this server: a `visitor` without a sign-in, a `member`, an `outsider` whose account
 * belongs to another organisation (the portal accepts it, this server does not), or `unverified`: only the
 * browser reaches the portal.
 */
export type Standing = 'visitor' | 'member' | 'outsider' | 'unverified';

export function useStanding(): Standing {
  const { config, connection } = useConfiguration();
  const { user, portal } = useIdentity();
  if (user === undefined) return 'visitor';
  if (connection.session.unverified) return 'unverified';
  return portal !== undefined && isOfOtherOrganisation(user, portal, config.portal) ? 'outsider' : 'member';
}
