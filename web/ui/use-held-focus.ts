import { useEffect, useRef } from 'react';

/**
 * For a button that is disabled or replaced while its action runs: keyboard users get the focus back there afterwards,
 * instead of at the start of the page.
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
