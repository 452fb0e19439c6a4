import type {
  AccessRequest,
  ReadableServices,
  ServiceAccess,
  ServiceRights,
} from '../gis/feature-server/context.ts';
import { isInside, mayItem } from '../portal/access/item-policy.ts';
import { holds, holdsIn } from '../portal/access/privileges.ts';
import type { Caller } from '../portal/caller.ts';
import { findItem } from '../portal/content/items/item-store.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../portal/operation.ts';
import { readableServices } from './readable-services-condition.ts';

/**
 * The portal item of a hosted service controls access: users who see the item may read. Members of its
 * organisation, and those of a group it is shared with, may edit what the service allows when their role may
 * edit features. Its owner adds layers while their role may publish. A public service is read by everyone, and visitors add features
 * where a layer allows it. A service without an item is the operator's own: everyone reads, administrators of its organisation edit. A
 * service whose item was deleted belongs to them.
 * @param service `orgId` counts only without an item: the owner of an item may have moved to another organisation since
 */
export async function serviceRights(
  portal: PortalContext,
  caller: Caller,
  { orgId, itemId }: Pick<AccessRequest, 'orgId' | 'itemId'>,
): Promise<ServiceRights> {
  const username = caller.kind === 'member' ? caller.username : null;
  const mayAdminister = holdsIn(caller, 'features:user:fullEdit', orgId);
  if (itemId === null) {
    const isOutside = !isInside(caller, orgId, []);
    return {
      mayRead: true,
      mayEdit: mayAdminister,
      mayAdminister,
      mayAddLayers: mayAdminister,
      isOutside,
      caller: username,
    };
  }
  const item = await portal.budgets.small.run(undefined, () => findItem(portal.database, itemId));
  if (!item) {
    const mayAddLayers = mayAdminister;
    return { mayRead: mayAdminister, mayEdit: mayAdminister, mayAdminister, mayAddLayers, caller: username };
  }
  const mayRead = mayItem(caller, 'see', item);
  const inside = isInside(caller, item.org_id, item.groupIds);
  const mayEdit = mayRead && inside && holds(caller, 'features:user:edit');
  const mayChange = mayRead && mayItem(caller, 'change', item);
  const publishes =
    holdsIn(caller, 'portal:publisher:publishFeatures', item.org_id) ||
    holdsIn(caller, 'portal:admin:updateItems', item.org_id);
  return {
    mayRead,
    mayEdit,
    mayAdminister: mayChange,
    mayAddLayers: mayChange && publishes,
    isOutside: !inside && !mayChange,
    caller: username,
  };
}

/** The permissions of the owner of a token. */
export function createServiceAccess(portal: PortalContext): ServiceAccess {
  return async ({ token, ...service }) => serviceRights(portal, await resolveCaller(portal, token), service);
}

/** `mayRead` of many services at once. */
export function createReadable(portal: PortalContext): ReadableServices {
  return async (token) => readableServices(await resolveCaller(portal, token));
}
