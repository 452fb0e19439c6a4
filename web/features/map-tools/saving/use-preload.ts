import { useEffect, useRef } from 'react';
import type { WorkState } from '../../../map/document/map-work.ts';

/** Starts the download of code and resolves when it is loaded; cached after the first time. */
export type Bring = () => Promise<unknown>;

/** Maximum delay on a busy page in milliseconds. */
const latest = 2000;

/**
 * Preloads code in idle time as soon as there is unsaved work, so that saving does not depend on a download while the
 * server may be unavailable. A failed download is retried after the next change.
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
    // A failure is not shown here: opening the panel reports it with a retry.
    return whenIdle(() => void Promise.allSettled(missing().map(bring)));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change asks again for what is missing
  }, [pieces, dirty, changes]);
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(run, { timeout: latest });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
}
