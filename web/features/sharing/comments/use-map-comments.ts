import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type ChangedComments,
  type MapComments,
  maxNamedComments,
  mentionsIn,
} from '../../../../wire/map-comment.ts';
import { listMapComments, listNamedComments, type MapAddress } from '../../../api/map-comments.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { withChanges } from './conversations.ts';

/**
 * Among the ids of changed comments, for a change of who may comment. Every answer contains that, but one under way may be
 * of before.
 */
const access = '';

interface LoadedComments {
  /** undefined while loading. */
  data: MapComments | undefined;
  error: unknown;
  reload: () => void;
  /** Loads the comments that changed; null: all. No ids: only who may comment. */
  update: (changed: ChangedComments) => void;
}

/**
 * Loads the comments of a map once, and then only those that change: a map may have thousands, and everyone
 * who has it open is notified of each change.
 * @param who the user’s name; empty for a visitor
 */
export function useMapComments(map: MapAddress, who: string, enabled: boolean): LoadedComments {
  const client = useQueryClient();
  const { queryKey, load, update } = useMemo(() => createLoader(client, map, who), [client, map, who]);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled,
    retry: false,
  });
  return { data, error, reload: () => void refetch(), update };
}

function createLoader(client: QueryClient, map: MapAddress, who: string) {
  const keys = apiKeys(map.org);
  const queryKey = keys.mapComments(map.wid, who);
  /** Changed comments to load, and those that changed since the pages of the newest load were requested. */
  const waiting = new Set<string>();
  let meanwhile = new Set<string>();
  let isLoading = false;

  const load = async (signal: AbortSignal): Promise<MapComments> => {
    const since = new Set<string>();
    meanwhile = since;
    let all = await listMapComments(map, signal);
    while (since.size > 0) {
      const ids = take(since);
      all = merged(all, ids, await listNamedComments(map, ids));
    }
    return all;
  };

  const loadWaiting = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    try {
      do {
        const ids = take(waiting);
        const answer = await listNamedComments(map, ids);
        client.setQueryData<MapComments>(queryKey, (known) => known && merged(known, ids, answer));
        const isMentioned = answer.comments.some(({ text }) => mentionsIn(text).includes(who));
        if (isMentioned || answer.comments.length < ids.length)
          void client.invalidateQueries({ queryKey: keys.mentions(who) });
      } while (waiting.size > 0);
    } catch {
      waiting.clear();
      void client.invalidateQueries({ queryKey });
    } finally {
      isLoading = false;
    }
  };

  const update = (changed: ChangedComments): void => {
    if (!changed) return void client.invalidateQueries({ queryKey: keys.comments });
    for (const id of changed.ids.length > 0 ? changed.ids : [access]) {
      waiting.add(id);
      meanwhile.add(id);
    }
    void loadWaiting();
  };
  return { queryKey, load, update };
}

function merged(known: MapComments, ids: readonly string[], answer: MapComments): MapComments {
  if (!answer.allowed) return answer;
  return { ...answer, comments: withChanges(known.comments, ids, answer.comments) };
}

/** Takes as many ids as one request may name; none if only who may comment has changed. */
function take(ids: Set<string>): string[] {
  const taken = [...ids].slice(0, maxNamedComments);
  for (const id of taken) ids.delete(id);
  return taken.filter((id) => id !== access);
}
