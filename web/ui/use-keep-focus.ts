import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Keeps the keyboard focus in a part of the page that removes or disables its focused control: the next Tab
 * would start at the top of the page, and Escape would not reach the part. The focus returns to the control
 * once it is enabled, and moves to the part, which must be focusable, if the control is gone.
 * @param whenEmpty moves the focus instead if nothing is left in the part
 */
export function useKeepFocus(part: RefObject<HTMLElement | null>, whenEmpty?: () => void): void {
  const moveTo = useEffectEvent((element: HTMLElement) => {
    if (whenEmpty && element.childElementCount === 0) whenEmpty();
    else element.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = part.current;
    if (!element) return undefined;
    let last: HTMLElement | undefined;
    let frame = 0;
    const enter = ({ target }: FocusEvent) => {
      last = target as HTMLElement;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) last = undefined;
    };
    // A press where nothing is focusable removes the focus on purpose.
    const press = () => {
      last = undefined;
    };
    const restore = () => {
      frame = 0;
      if (!last || document.activeElement !== document.body) return;
      if (!last.isConnected) moveTo(element);
      else if (!last.matches(':disabled')) last.focus({ preventScroll: true });
    };
    // What replaces the control may take the focus itself.
    const later = () => {
      frame ||= requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore);
      });
    };
    const observer = new MutationObserver(later);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    document.addEventListener('pointerdown', press, true);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', press, true);
    };
  }, [part]);
}
