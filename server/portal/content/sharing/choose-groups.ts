import type { GroupFacts } from '../../access/group-policy.ts';
import { findGroupFacts } from '../../access/load-group.ts';
import type { PortalCall } from '../../operation.ts';

/** Requested groups, by whether the caller may do it there. */
export interface ChosenGroups {
  allowed: string[];
  refused: string[];
  /** Whether all allowed groups are favourites, which grant no access to the item; true for none. */
  onlyFavourites: boolean;
}

export async function chooseGroups(
  { context, caller }: PortalCall,
  asked: readonly string[],
  may: (group: GroupFacts) => boolean,
): Promise<ChosenGroups> {
  const chosen: ChosenGroups = { allowed: [], refused: [], onlyFavourites: true };
  for (const id of asked) {
    const group = await findGroupFacts(context, caller, id);
    if (!group || !may(group.facts)) {
      chosen.refused.push(id);
      continue;
    }
    chosen.allowed.push(id);
    chosen.onlyFavourites &&= group.facts.isFavourites;
  }
  return chosen;
}
