import { useMemo } from 'react';
import type { NewComment } from '../../../../wire/map-comment.ts';
import { useMapState } from '../../../map/map-model.ts';
import { useWaitingOwner } from '../../../waiting/use-waiting.ts';
import { addWaiting } from '../../../waiting/waiting-store.ts';

/**
 * Stores comments on the open map that the network did not take; undefined while it is not known who writes them. It rejects with
 * `waiting:*` where no more can wait.
 */
export function useCommentQueue(wid: string) {
  const owner = useWaitingOwner();
  const title = useMapState((state) => state.title);
  return useMemo(
    () =>
      owner &&
      ((comment: NewComment & { id: string }, photos: readonly Blob[]) =>
        addWaiting(owner, {
          id: comment.id,
          title,
          subject: { type: 'comment', wid, comment, photos },
          attempted: true,
        })),
    [owner, title, wid],
  );
}
