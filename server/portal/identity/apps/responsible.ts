import type { Database } from '../../../platform/database/connect.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { Caller } from '../../caller.ts';
import { holdsIn } from '../../access/privileges.ts';
import { requireRecentSignIn } from '../../access/recent-sign-in.ts';
import { forbidden } from '../../access/refusals.ts';
import type { ItemRow } from '../../content/items/item-store.ts';
import type { PortalCall } from '../../operation.ts';
import { findRegistration } from './registration-store.ts';

type OwnedItem = Pick<ItemRow, 'id' | 'owner' | 'org_id'>;

/** Redirect addresses and secrets decide who gets the tokens of an application's users: control of its item is not enough. */
function isResponsible(caller: Caller, item: OwnedItem): boolean {
  const owns = caller.kind === 'member' && caller.username === item.owner;
  return owns || holdsIn(caller, 'portal:admin:manageSecurity', item.org_id);
}

/** @throws MappingError `portal:forbidden` (403) */
export function requireResponsible({ caller }: Pick<PortalCall, 'caller'>, item: OwnedItem): void {
  if (!isResponsible(caller, item)) throw forbidden();
}

/**
 * Who gets the item of a registered application is responsible for it. In the transaction that gives it away, after the item is
 * locked: it may have been registered meanwhile.
 * @param item with its owner until then
 * @throws MappingError `portal:forbidden` (403), `portal:recent-sign-in` (400)
 */
export async function checkGivingAway(
  transaction: Database,
  { caller, context }: Pick<PortalCall, 'caller' | 'context'>,
  item: OwnedItem,
): Promise<void> {
  if (!(await findRegistration(transaction, { itemId: item.id }))) return;
  if (!isResponsible(caller, item))
    throw arcgisError('portal:forbidden', {
      message:
        'The item is a registered application. Ask its owner or an administrator to give it to another user.',
    });
  requireRecentSignIn(caller, context.now());
}
