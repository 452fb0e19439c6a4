import { useMemo } from 'react';
import type { FeatureChange } from '../../../../wire/waiting-changes.ts';
import { useWaitingOwner } from '../../../waiting/use-waiting.ts';
import { addWaiting, waitingChanges } from '../../../waiting/waiting-store.ts';
import type { EditQueue } from '../../../map/edit/edit-queue.ts';
import { useMapState } from '../../../map/map-model.ts';

/** Where edits of the open map wait for a connection; undefined while it is not known who is signed in. */
export function useEditQueue(): EditQueue | undefined {
  const owner = useWaitingOwner();
  const title = useMapState((state) => state.title);
  return useMemo(
    () =>
      owner && {
        add: (change, attempted) =>
          addWaiting(owner, { id: idOf(change), title, subject: { type: 'feature', ...change }, attempted }),
        async find(url, objectId) {
          // Where the browser stores nothing, nothing waits.
          const changes = await waitingChanges(owner).catch(() => []);
          const subjects = changes.flatMap(({ subject }) => (subject.type === 'feature' ? [subject] : []));
          return subjects.find((one) => one.url === url && one.objectId === objectId);
        },
      },
    [owner, title],
  );
}

/** The same for all changes of a feature, which are one; each addition has its own. */
function idOf({ url, objectId, globalId }: FeatureChange): string {
  return `${url} ${objectId ?? globalId ?? `new ${Date.now()} ${Math.random()}`}`;
}
