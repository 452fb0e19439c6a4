import { useLayoutEffect, useRef, useState } from 'react';
import { MappingError } from '../../../../wire/errors.ts';
import type { FeatureChange } from '../../../../wire/waiting-changes.ts';
import { useWaitingOwner } from '../../../waiting/use-waiting.ts';
import { addWaiting, waitingChanges, type WaitingOwner } from '../../../waiting/waiting-store.ts';
import type { EditQueue } from '../../../map/edit/edit-queue.ts';
import { useMapState } from '../../../map/map-model.ts';

/**
 * Where edits of the open map wait for a connection; undefined while it is not known who is signed in. The same one for as long as the
 * map is open: what is saved after a sign-in belongs to the person who has signed in.
 */
export function useEditQueue(): EditQueue | undefined {
  const owner = useWaitingOwner();
  const title = useMapState((state) => state.title);
  const latest = useRef<{ owner: WaitingOwner; title: string }>(undefined);
  useLayoutEffect(() => {
    if (owner) latest.current = { owner, title };
  }, [owner, title]);
  const [queue] = useState<EditQueue>(() => ({
    async add(change, attempted) {
      if (!latest.current)
        throw new MappingError('waiting:not-stored', 'It is not known who is signed in.', { status: 507 });
      const subject = { type: 'feature' as const, ...change };
      const { owner: author, title: map } = latest.current;
      await addWaiting(author, { id: idOf(change), title: map, subject, attempted });
    },
    async find(url, objectId) {
      // Where the browser stores nothing, nothing waits.
      const changes = latest.current ? await waitingChanges(latest.current.owner).catch(() => []) : [];
      const subjects = changes.flatMap(({ subject }) => (subject.type === 'feature' ? [subject] : []));
      return subjects.find((one) => one.url === url && one.objectId === objectId);
    },
  }));
  return owner && queue;
}

/** The same for all changes of a feature, which are one; each addition has its own. */
function idOf({ url, objectId, globalId }: FeatureChange): string {
  return `${url} ${objectId ?? globalId ?? `new ${Date.now()} ${Math.random()}`}`;
}
