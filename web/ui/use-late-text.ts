import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';

/**
 * Shows a text two frames after it is mounted, so that screen readers announce it: they announce changes of a live region, not
 * what it is mounted with. The room of the text is there from the beginning.
 *
 * @param isLate false in an alert, which is announced when it is mounted
 * @returns properties of the element with the text, inside the live region
 */
export function useLateText(isLate = true): { ref: RefObject<HTMLDivElement | null>; style?: CSSProperties } {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLate) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => ref.current?.style.removeProperty('visibility'));
    });
    return () => cancelAnimationFrame(frame);
  }, [isLate]);
  return { ref, ...(isLate && { style: late }) };
}

/** Always the same, so that rendering again does not hide the text again. */
const late = { visibility: 'hidden' } as const;
