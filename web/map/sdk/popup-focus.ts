/**
 * Gives the focus back when the popup closes while it is in there: to where it came from, else to the map. The SDK leaves it
 * nowhere, and the next Tab would begin at the top of the page.
 */
export function giveFocusBack(popup: HTMLElement, focusMap: () => void): void {
  let before: HTMLElement | undefined;
  let inside = false;
  const isOutside = (target: EventTarget | null): target is HTMLElement =>
    target instanceof HTMLElement && target !== document.body && !popup.contains(target);
  popup.addEventListener('focusin', ({ relatedTarget }) => {
    if (!inside) before = isOutside(relatedTarget) ? relatedTarget : undefined;
    inside = true;
  });
  popup.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOutside(relatedTarget)) inside = false;
  });
  popup.addEventListener('arcgisClose', () => {
    if (!inside) return;
    inside = false;
    if (before?.isConnected) before.focus();
    else focusMap();
  });
}
