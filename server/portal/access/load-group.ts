import type { Caller } from '../caller.ts';
import { findGroups } from '../community/group-store.ts';
import type { GroupRow } from '../community/present-group.ts';
import type { PortalContext } from '../operation.ts';
import { type GroupAction, type GroupFacts, mayGroup } from './group-policy.ts';
import { forbidden, groupNotFound, unseen } from './refusals.ts';

export interface LoadedGroup {
  group: GroupRow;
  /** The group's attributes for the policy, with the caller's own membership. */
  facts: GroupFacts;
}

/** Groups by id with their policy attributes, whether or not the caller may do anything with them. */
export async function findGroupFacts(
  context: PortalContext,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedGroup>> {
  const username = caller.kind === 'member' ? caller.username : undefined;
  const found = await findGroups(context.database, ids, username);
  return new Map(
    found.map(({ group, membership }) => {
      const { owner, org_id, access, is_view_only: isViewOnly, is_fav: isFavourites } = group;
      return [group.id, { group, facts: { owner, org_id, access, isViewOnly, isFavourites, membership } }];
    }),
  );
}

/**
 * A group with which the caller may do this.
 * @throws MappingError `portal:forbidden`, `portal:group-not-found`; the same for unknown and invisible
 * groups
 */
export async function loadGroup(
  context: PortalContext,
  caller: Caller,
  id: string,
  action: GroupAction,
): Promise<LoadedGroup> {
  const loaded = (await findGroupFacts(context, caller, [id])).get(id);
  if (!loaded || !mayGroup(caller, 'see', loaded.facts)) throw unseen(caller, groupNotFound);
  if (!mayGroup(caller, action, loaded.facts)) throw forbidden();
  return loaded;
}
