import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface LazyBoundaryProps<Props> {
  /** Whether to load it; once loaded, it stays mounted. */
  wanted: boolean;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** A part of the page that needs it: another value requests it again after a failure. */
  request?: unknown;
  /** Called with what requests it again after a failure; for parts of the page that show the failure. */
  onFailure?: (again: () => void) => void;
  /** Shown while it loads. */
  placeholder?: ReactNode;
}

/**
 * A component that is loaded when it is first needed. After a failure the next request tries again, and so
 * does the end of being offline: many are requested once for a page.
 */
export function LazyBoundary<Props extends object>({
  wanted,
  load,
  props,
  request,
  onFailure,
  placeholder,
}: LazyBoundaryProps<Props>) {
  const [Piece, setPiece] = useState<ComponentType<Props>>();
  const [turn, setTurn] = useState(0);
  const missing = wanted && Piece === undefined;
  useEffect(() => {
    if (!missing) return undefined;
    let left = false;
    const again = () => setTurn((last) => last + 1);
    load().then(
      (piece) => !left && setPiece(() => piece),
      () => {
        if (left) return;
        window.addEventListener('online', again);
        onFailure?.(again);
      },
    );
    return () => {
      left = true;
      window.removeEventListener('online', again);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another request or turn tries again
  }, [missing, load, request, turn, onFailure]);
  return Piece ? <Piece {...props} /> : missing && placeholder;
}
