import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first row that a press of “Show more” has added, which is the next to read: the button is disabled meanwhile, and
 * moves down or is no longer there. Rows that are loaded by scrolling leave the focus where it is, and so do rows that arrive after the
 * user has moved it.
 *
 * @param end the element after the list, with the button
 * @param loading whether more rows are being loaded; afterwards none are awaited, also where they failed or another search began
 * @returns to be called when the button is pressed
 */
export function useFocusAdded(end: RefObject<Element | null>, loading = false): () => void {
  const awaited = useRef<{ list: Element; first: number }>(undefined);
  useEffect(() => {
    const row = awaited.current?.list.children.item(awaited.current.first);
    if (!(row instanceof HTMLElement)) return;
    awaited.current = undefined;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !end.current?.contains(activeElement)) return;
    const control = row.querySelector<HTMLElement>('a[href], button, input, textarea');
    if (!control) row.tabIndex = -1;
    (control ?? row).focus();
  });
  useEffect(() => {
    if (!loading) awaited.current = undefined;
  }, [loading]);
  return () => {
    const list = end.current?.previousElementSibling;
    awaited.current = list ? { list, first: list.children.length } : undefined;
  };
}
