import { useLayoutEffect } from 'react';

/** Removes the header that the server has drawn, in the frame in which the application draws its own. */
export function useOwnHeader(): void {
  useLayoutEffect(() => remove('#shell'), []);
}

/**
 * Removes what the server has drawn of the page below the header, in the frame in which the application draws its own; the
 * gallery keeps the cards until it has some, and a map its picture.
 *
 * @param others selectors of what else is removed
 */
export function useOwnPage(others = ''): void {
  useLayoutEffect(() => remove(`#shell-page, #shell-cards:not([data-kept])${others}`), [others]);
}

function remove(selectors: string): void {
  for (const served of document.querySelectorAll(selectors)) served.remove();
}
