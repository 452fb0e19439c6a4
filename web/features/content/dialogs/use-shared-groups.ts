import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplicationContext } from '../../../context/application-context.ts';
import { groupsOfItem } from '../../../portal/change-items.ts';
import type { PortalGroup, PortalItem } from '../../../portal/portal-types.ts';

export interface SharedGroups {
  /** The person's groups, and those that have one of the items, by title. */
  groups: readonly PortalGroup[];
  loading: boolean;
  /** Why it is not known which groups have them; null: nothing failed. */
  error: Error | null;
  /** Whether a group has all, some or none of the items, or shall have. */
  markOf: (groupId: string) => 'all' | 'some' | 'none';
  choose: (groupId: string, shared: boolean) => void;
  /** What is to be changed for an item: only what was chosen, and is not so already. */
  changesOf: (itemId: string) => { add: string[]; remove: string[] };
}

/** Which groups have the items, and which shall have them. */
export function useSharedGroups(items: readonly PortalItem[]): SharedGroups {
  const { connection, user } = useApplicationContext();
  const answers = useQueries({
    queries: items.map(({ id }) => ({
      queryKey: ['portal', connection.restUrl, user?.username, 'item-groups', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => groupsOfItem(connection, id, signal),
    })),
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const had = new Map(
    items.map(({ id }, index) => [id, new Set(answers[index]?.data?.map((group) => group.id))]),
  );
  return {
    groups: byTitle([...(user?.groups ?? []), ...answers.flatMap(({ data = [] }) => data)]),
    loading: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? null,
    markOf: (groupId) => {
      const choice = chosen.get(groupId);
      if (choice !== undefined) return choice ? 'all' : 'none';
      const having = items.filter(({ id }) => had.get(id)?.has(groupId)).length;
      return having === 0 ? 'none' : having === items.length ? 'all' : 'some';
    },
    choose: (groupId, shared) => setChosen(new Map([...chosen, [groupId, shared]])),
    changesOf: (itemId) => {
      const groups = had.get(itemId);
      const wanted = (shared: boolean) =>
        [...chosen].filter(([id, choice]) => choice === shared && groups?.has(id) !== shared);
      return { add: wanted(true).map(([id]) => id), remove: wanted(false).map(([id]) => id) };
    },
  };
}

function byTitle(groups: readonly PortalGroup[]): PortalGroup[] {
  const once = new Map(groups.map((group) => [group.id, group]));
  return [...once.values()].toSorted((a, b) => a.title.localeCompare(b.title));
}
