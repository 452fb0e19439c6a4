import { findGroup } from './community/group-store.ts';
import { findAppFor } from './identity/apps/native-apps.ts';
import type { PortalContext } from './operation.ts';

/**
 * The embedded portal as a check of portal settings sees it: in the database, not over the network.
 * @param isAt whether an address is that of this portal
 */
export function createEmbeddedProbe(portal: PortalContext, isAt: (address: string) => boolean) {
  return {
    isAt,
    hasOrganisation: async (address: string) => (await organisationAt(portal, address)) !== undefined,
    redirectsOf: async (address: string, appId: string) => {
      const organisation = await organisationAt(portal, address);
      return organisation ? (await findAppFor(portal, appId, organisation))?.redirectUris : undefined;
    },
    /** Groups of other organisations count as unknown, so that their existence is not revealed. */
    groupTitle: async (address: string, groupId: string) => {
      const group = (await findGroup(portal.database, groupId, undefined))?.group;
      const here = group?.org_id === (await organisationAt(portal, address)) && group?.is_fav === false;
      return here ? group?.title : undefined;
    },
  };
}

/** The id of the organisation whose portal has this address; undefined for an unknown address. */
export async function organisationAt(
  { organisations, portal }: PortalContext,
  address: string,
): Promise<string | undefined> {
  const urlKey = new URL(address).pathname.split('/')[2];
  return urlKey ? (await organisations.byUrlKey(urlKey))?.id : portal.id;
}
