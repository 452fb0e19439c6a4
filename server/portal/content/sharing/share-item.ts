import { z } from 'zod';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { PortalItemAccess } from '../../../platform/database/tables/portal.ts';
import { mayItem } from '../../access/item-policy.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import { mayShareAt, mayShareWith } from '../../access/sharing-policy.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { recordItemAct } from '../record-item-act.ts';
import { chooseGroups } from './choose-groups.ts';
import { readGroupIds } from './read-group-ids.ts';
import { setAccess, shareWithGroups, unshareFromAll } from './sharing-store.ts';

/** Besides `groups`. */
const schema = z.object({
  everyone: boolean.optional(),
  org: boolean.optional(),
  account: boolean.optional(),
});

/**
 * `content/users/{owner}/items/{id}/share` and `content/items/{id}/share`. `everyone` and `org` set the access level; groups are
 * added to those the item is shared with. Blank groups with neither level unshare it from all groups. Groups without `everyone`
 * and `org` leave the level as it is. Groups to which the caller may not add items are returned in `notSharedWith`.
 */
export const shareItem: Operation = async (call) => {
  const { context, caller, parameters } = call;
  requireMember(caller);
  const item = await loadItem(call, 'see');
  const access = readAccess(parameters);
  const asked = readGroupIds(parameters);
  const clears = access === 'private' && parameters.isBlank('groups');
  // Only the owner sets level and groups; adding to groups is checked group by group, favourites included.
  if (access !== undefined && !mayShareAt(caller, item, access)) throw forbidden();
  if (asked.length === 0 && !mayItem(caller, 'share', item)) throw forbidden();
  const groups = await chooseGroups(call, asked, (group) => mayShareWith(caller, item, group));
  await inTransaction(context.database, async (transaction) => {
    if (access !== undefined) await setAccess(transaction, item.id, access);
    if (clears) await unshareFromAll(transaction, item.id);
    await shareWithGroups(transaction, item.id, groups.allowed);
    if (access === undefined && !clears && groups.onlyFavourites) return;
    const detail = {
      ...(access && { access }),
      ...(groups.allowed.length > 0 && { groups: groups.allowed }),
    };
    await recordItemAct(transaction, call, item, { act: 'item.shared', detail });
  });
  return { notSharedWith: groups.refused, itemId: item.id };
};

/** The requested level: `everyone` includes the organisation, both false is private, neither leaves the level as it is. */
function readAccess(parameters: PortalCall['parameters']): PortalItemAccess | undefined {
  const { everyone, org, account } = readOperation(schema, parameters);
  if (everyone) return 'public';
  if (org || (account && everyone !== undefined)) return 'org';
  return everyone === false && org !== undefined ? 'private' : undefined;
}
