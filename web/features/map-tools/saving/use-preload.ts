import { useEffect, useRef } from 'react';
import type { WorkState } from '../../../map/document/map-work.ts';

/** Begins the download of code and resolves when it is there; brought once, it is there at once. */
export type Bring = () => Promise<unknown>;

/** Milliseconds a busy page may put it off. */
const latest = 2000;

/**
 * Brings code in idle time as soon as there is unsaved work, so that nothing hangs on a download at the moment of saving,
 * when the server may be gone. What did not come is asked for again after the next change.
 */
export function usePreload(pieces: readonly Bring[], { dirty, changes }: WorkState): void {
  const brought = useRef(new Set<Bring>());
  useEffect(() => {
    if (!dirty) return undefined;
    const bring = async (piece: Bring) => {
      await piece();
      brought.current.add(piece);
    };
    const missing = () => pieces.filter((piece) => !brought.current.has(piece));
    // A failure is not shown here: opening the panel reports it and offers another try.
    return whenIdle(() => void Promise.allSettled(missing().map(bring)));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change asks again for what is missing
  }, [pieces, dirty, changes]);
}

/** Safari knows no idle time. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(run, { timeout: latest });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
}
