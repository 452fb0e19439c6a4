import { mayGroup } from './access/group-policy.ts';
import { findGroupFacts } from './access/load-group.ts';
import { findAppFor } from './identity/apps/native-apps.ts';
import { resolveCaller } from './identity/resolve-caller.ts';
import type { PortalContext } from './operation.ts';

/**
 * The embedded portal as a check of portal settings sees it: in the database, not over the network.
 * @param isAt whether an address is that of this portal
 * @param isOperator whether the check is the operator's, who may see all groups
 */
export function createEmbeddedProbe(
  portal: PortalContext,
  isAt: (address: string) => boolean,
  isOperator = false,
) {
  return {
    isAt,
    hasOrganisation: async (address: string) => (await organisationAt(portal, address)) !== undefined,
    redirectsOf: async (address: string, appId: string) => {
      const organisation = await organisationAt(portal, address);
      return organisation ? (await findAppFor(portal, appId, organisation))?.redirectUris : undefined;
    },
    /** Other groups count as unknown, so that their existence is not revealed. */
    groupTitles: async (address: string, ids: readonly string[], token: string | undefined) => {
      const here = await organisationAt(portal, address);
      const caller = await resolveCaller(portal, token);
      const found = [...(await findGroupFacts(portal, caller, ids)).values()].filter(
        ({ group, facts }) =>
          group.org_id === here && !group.is_fav && (isOperator || mayGroup(caller, 'see', facts)),
      );
      return new Map(found.map(({ group }) => [group.id, group.title]));
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
