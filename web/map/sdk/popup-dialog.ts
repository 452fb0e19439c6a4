import { plainText } from './plain-text.ts';
import type { PopupElement } from './tools/popup-element.ts';

type NamedPopup = Pick<PopupElement, 'effectiveHeading' | 'label' | 'updateComplete'> & HTMLElement;

/**
 * Names the popup's dialog by the heading that it shows, or as a popup if it has none. The SDK names it only
 * by a heading that was set for all features.
 */
export function nameDialog(popup: NamedPopup): void {
  const name = async () => {
    // The dialog is rendered anew with each change.
    await popup.updateComplete;
    const dialog = popup.shadowRoot?.querySelector('[role=dialog]');
    dialog?.setAttribute('aria-label', plainText(popup.effectiveHeading ?? '') || (popup.label ?? ''));
  };
  popup.addEventListener('arcgisPropertyChange', () => void name());
  void name();
}

/**
 * Returns the focus when the popup that has it closes: to the previous element, else to the map. The SDK
 * drops it, and the next Tab would start at the top of the page.
 */
export function restoreFocus(popup: HTMLElement, focusMap: () => void): void {
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
