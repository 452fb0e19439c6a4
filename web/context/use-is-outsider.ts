import { isOfOtherOrganisation } from '../portal/capabilities.ts';
import { useConfiguration, useIdentity } from './application-context.ts';

/** Whether the user's account belongs to another organisation: the portal takes it, this server does not. */
export function useIsOutsider(): boolean {
  const { config } = useConfiguration();
  const { user, portal } = useIdentity();
  return user !== undefined && portal !== undefined && isOfOtherOrganisation(user, portal, config.portal);
}
