import { type ComponentType, useEffect, useState } from 'react';

interface LazyBoundaryProps<Props> {
  /** Whether to load it; once loaded, it stays mounted. */
  wanted: boolean;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** A component that is loaded when it is first needed. After a failure the next request tries again. */
export function LazyBoundary<Props extends object>({ wanted, load, props }: LazyBoundaryProps<Props>) {
  const [Piece, setPiece] = useState<ComponentType<Props>>();
  const missing = wanted && Piece === undefined;
  useEffect(() => {
    if (!missing) return undefined;
    let left = false;
    load().then(
      (piece) => !left && setPiece(() => piece),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [missing, load]);
  return Piece && <Piece {...props} />;
}
