import type { FastifyRequest } from 'fastify';
import { mayItem } from '../portal/access/item-policy.ts';
import { holds } from '../portal/access/privileges.ts';
import type { Caller } from '../portal/caller.ts';
import { findItem } from '../portal/content/items/item-store.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { AccessQuestion, ServiceRights } from '../services/feature-server/context.ts';

/**
 * A hosted service obeys its portal item: who may see the item may read, and who may see it and may edit features may edit
 * what the service allows to edit. A service without an item is the operator's own: everybody reads, administrators
 * edit. One whose item is gone belongs to the administrators.
 */
export function createServiceAccess(portal: PortalContext) {
  return async (_request: FastifyRequest, { itemId, token }: AccessQuestion): Promise<ServiceRights> => {
    const caller = await resolveCaller(portal, token);
    const username = caller.kind === 'member' ? caller.username : null;
    const mayAdminister = holds(caller, 'features:user:fullEdit');
    if (itemId === null) return { mayRead: true, mayEdit: mayAdminister, caller: username };
    const mayRead = await maySee(portal, caller, itemId, mayAdminister);
    return { mayRead, mayEdit: mayRead && holds(caller, 'features:user:edit'), caller: username };
  };
}

async function maySee(
  portal: PortalContext,
  caller: Caller,
  itemId: string,
  otherwise: boolean,
): Promise<boolean> {
  const item = await portal.budgets.small.run(undefined, () => findItem(portal.database, itemId));
  return item ? mayItem(caller, 'see', item) : otherwise;
}
