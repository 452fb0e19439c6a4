import { type ComponentType, useEffect, useState } from 'react';

export interface LazyBoundaryProps<Props> {
  /** Whether it is wanted by now; once it is there, it stays. */
  wanted: boolean;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** A component that is loaded when it is first wanted. When that fails, the next wish tries again. */
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
