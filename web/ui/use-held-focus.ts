import { useEffect, useRef } from 'react';

/**
 * For a button that is disabled or replaced while what it began goes on: who pressed it by the keyboard has the focus there
 * again afterwards, instead of at the beginning of the page.
 */
export function useHeldFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef(busy);
  useEffect(() => {
    if (last.current !== busy && document.activeElement === document.body) button.current?.focus();
    last.current = busy;
  }, [busy]);
  return button;
}
