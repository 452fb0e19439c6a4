import { useCallback, useEffect, useRef } from 'react';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { finishEarlierSaves, type OwnState } from './unfinished-saves.ts';

/**
 * What this page knows of the portal's map: the state that a save would replace, requested as soon as there is
 * something to save, and which changes of `modified` are its own.
 */
export function useOwnChanges(item: PortalItem | undefined, wanted: boolean) {
  const { connection } = useConfiguration();
  const state = useRef<{ id: string; loading: Promise<OwnState | undefined> }>(undefined);
  const own = useRef(new Map<number, number>());
  const id = item?.id;
  useEffect(() => {
    if (id === undefined || !wanted || state.current?.id === id) return;
    const load = async () => {
      const { item: now, data } = await loadWebMap(connection, id);
      return { id, modified: now.modified, document: data };
    };
    // Saving requests it again.
    state.current = { id, loading: load().catch(() => undefined) };
  }, [id, wanted, connection]);
  return {
    known: useCallback(async () => state.current?.loading, []),
    /** The `modified` that this page’s own changes have made of another. */
    latest: useCallback((modified: number | undefined) => {
      let now = modified;
      for (let next = now; next !== undefined; next = own.current.get(next)) now = next;
      return now;
    }, []),
    changed: useCallback((from: number | undefined, to: OwnState) => {
      state.current = { id: to.id, loading: Promise.resolve(to) };
      if (from !== undefined && from < to.modified) own.current.set(from, to.modified);
    }, []),
  };
}

/** Finishes what an earlier page left of saving the map that was opened. */
export function useEarlierSaves(
  item: PortalItem | undefined,
  mayOverwrite: boolean,
  onChanged: ReturnType<typeof useOwnChanges>['changed'],
): void {
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  useEffect(() => {
    if (!item || !mayOverwrite) return;
    const finish = async () => {
      const change = await finishEarlierSaves(connection, who, item.id);
      if (change?.from === item.modified) onChanged(change.from, change.to);
    };
    // The next opening tries again.
    finish().catch(() => {});
  }, [item, mayOverwrite, connection, who, onChanged]);
}
