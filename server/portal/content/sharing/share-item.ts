import { inTransaction } from '../../../platform/database/connect.ts';
import type { GroupFacts } from '../../access/group-policy.ts';
import { findGroupFacts } from '../../access/load-group.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { boolean, commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { forbidden, itemNotFound, requireMember, unseen } from '../../access/refusals.ts';
import { mayItem, mayShareAt, mayShareWith, mayUnshareFrom } from '../../access/item-policy.ts';
import { findItem } from '../items/item-store.ts';
import { recordItemAct } from '../record-item-act.ts';
import {
  groupsWith,
  setAccess,
  shareWithGroups,
  unshareFromAll,
  unshareFromGroups,
} from './sharing-store.ts';
import { holdPartnersOf } from '../../organisation/partnerships/partnership-store.ts';
import { groupsAmong } from '../../community/group-store.ts';
import { presentGroup } from '../../community/present-group.ts';
import { loadItem } from '../items/load-item.ts';
import type { PortalItemAccess } from '../../../platform/database/tables/portal.ts';

/** Requested groups, by whether the caller may do it there. */
export interface ChosenGroups {
  allowed: string[];
  refused: string[];
  /** Whether all allowed groups are favourites, which grant no access to the item; true for none. */
  onlyFavourites: boolean;
}

export async function chooseGroups(
  { context, caller }: PortalCall,
  groupIds: readonly string[],
  may: (group: GroupFacts) => boolean,
): Promise<ChosenGroups> {
  const chosen: ChosenGroups = { allowed: [], refused: [], onlyFavourites: true };
  const groups = await findGroupFacts(context, caller, groupIds);
  for (const id of groupIds) {
    const group = groups.get(id);
    if (!group || !may(group.facts)) {
      chosen.refused.push(id);
      continue;
    }
    chosen.allowed.push(id);
    chosen.onlyFavourites &&= group.facts.isFavourites;
  }
  return chosen;
}

/** More groups in one request than a user may have are a mistake. */
const maxGroups = 200;

const groupsSchema = z.object({ groups: commaList.default([]) });

/** Ids of `groups`, a comma list. */
export function readGroupIds(parameters: Parameters): string[] {
  const { groups: groupIds } = readOperation(groupsSchema, parameters);
  if (groupIds.length > maxGroups) {
    throw new MappingError('portal:too-many-groups', `Specify at most ${maxGroups} groups.`, { status: 400 });
  }
  return groupIds;
}

/**
 * `…/items/{id}/unshare`: removes the item from groups, for users who control it or manage the group. A
 * group's administrator may do so without seeing the item otherwise; refused groups are returned in
 * `notUnsharedFrom`.
 */
export const unshareItem: Operation = async (call) => {
  const { context, caller, parameters, path } = call;
  requireMember(caller);
  const item = await findItem(context.database, path['id'] ?? '');
  if (!item) throw unseen(caller, itemNotFound);
  const groupIds = readGroupIds(parameters);
  const seen = mayItem(caller, 'see', item);
  // Group managers know its content; about other groups they learn nothing.
  const known = seen ? groupIds : await groupsWith(context.database, item.id, groupIds);
  const groups = await chooseGroups(call, known, (group) => mayUnshareFrom(caller, item, group));
  if (groups.allowed.length === 0 && !seen) throw unseen(caller, itemNotFound);
  await inTransaction(context.database, async (transaction) => {
    const withdrawn = await unshareFromGroups(transaction, item.id, groups.allowed);
    // Members of any organisation may name a group of theirs that never had the item.
    if (withdrawn.length === 0) return;
    await recordItemAct(transaction, call, item, { act: 'item.shared', detail: { withdrawn } });
  });
  const refused = groupIds.filter((id) => !groups.allowed.includes(id));
  return { notUnsharedFrom: refused, itemId: item.id };
};

/**
 * `content/items/{id}/groups`: the groups that have the item and are visible to the caller, by the caller's
 * role in them.
 */
export const itemGroups: Operation = async (call) => {
  const { context, caller } = call;
  const item = await loadItem(call, 'see');
  const found: Record<'admin' | 'member' | 'other', object[]> = { admin: [], member: [], other: [] };
  for (const { group, membership } of await groupsAmong(context.database, item.groupIds, caller)) {
    const place = membership === undefined ? 'other' : membership === 'member' ? 'member' : 'admin';
    found[place].push(presentGroup(group));
  }
  return found;
};

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
  const groupIds = readGroupIds(parameters);
  const clears = access === 'private' && parameters.isBlank('groups');
  // Only the owner sets level and groups; adding to groups is checked group by group, favourites included.
  if (access !== undefined && !mayShareAt(caller, item, access)) throw forbidden();
  if (groupIds.length === 0 && !mayItem(caller, 'share', item)) throw forbidden();
  const refused = await inTransaction(context.database, async (transaction) => {
    // Before groups and memberships are read: with a partnership that ends, what was shared ends too.
    await holdPartnersOf(transaction, item.org_id);
    const within = { ...call, context: { ...context, database: transaction } };
    const groups = await chooseGroups(within, groupIds, (group) => mayShareWith(caller, item, group));
    if (access !== undefined) await setAccess(transaction, item.id, access);
    if (clears) await unshareFromAll(transaction, item.id);
    await shareWithGroups(transaction, item.id, groups.allowed);
    if (access === undefined && !clears && groups.onlyFavourites) return groups.refused;
    const detail = {
      ...(access && { access }),
      ...(groups.allowed.length > 0 && { groups: groups.allowed }),
    };
    await recordItemAct(transaction, call, item, { act: 'item.shared', detail });
    return groups.refused;
  });
  return { notSharedWith: refused, itemId: item.id };
};

/** The requested level: `everyone` includes the organisation, both false is private, neither leaves the level as it is. */
function readAccess(parameters: PortalCall['parameters']): PortalItemAccess | undefined {
  const { everyone, org, account } = readOperation(schema, parameters);
  if (everyone) return 'public';
  if (org || (account && everyone !== undefined)) return 'org';
  return everyone === false && org !== undefined ? 'private' : undefined;
}
