import type { Caller } from '../caller.ts';
import { type GroupFacts, mayGroup } from './group-policy.ts';
import { type ItemFacts, mayItem } from './item-policy.ts';

/** Whether the caller may share this item with this group: control of the item, and the right to add to the group. */
export function mayShareWith(caller: Caller, item: ItemFacts, group: GroupFacts): boolean {
  // A favourite is a mark of one's own on anything one sees; it shares nothing.
  if (group.isFavourites) return mayItem(caller, 'see', item) && mayGroup(caller, 'contribute', group);
  return mayItem(caller, 'share', item) && mayGroup(caller, 'contribute', group);
}

/** Whether the caller may take the item out of the group: who controls the item, or who runs the group. */
export function mayUnshareFrom(caller: Caller, item: ItemFacts, group: GroupFacts): boolean {
  if (group.isFavourites) return mayGroup(caller, 'curate', group);
  return mayItem(caller, 'share', item) || mayGroup(caller, 'curate', group);
}
