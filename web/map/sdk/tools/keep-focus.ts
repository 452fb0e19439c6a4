type Focusable = HTMLElement & { componentOnReady?(): Promise<unknown>; setFocus?(): Promise<void> };

/** What is written in, of the SDK's own pieces. */
const fields = ['input', 'input-text', 'input-number', 'text-area', 'select', 'combobox']
  .map((name) => `calcite-${name}`)
  .join();

/**
 * Keeps the keyboard within an element of the SDK whose steps replace each other: what had the focus goes with its step, and the
 * next Tab would begin at the top of the page. The first field of the new step takes it, else the step, else the element's
 * surroundings that can.
 * @returns how to stop
 */
export function keepFocus(element: Focusable): () => void {
  const { ownerDocument: page } = element;
  const root = () => element.shadowRoot ?? element;
  let inside = false;
  const enter = () => (inside = true);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget) later();
    else if (!element.contains(relatedTarget as Node)) inside = false;
  };
  // Pressing where nothing takes the focus is meant so.
  const press = () => (inside = false);
  const isLost = () => inside && page.activeElement === page.body;
  const restore = async () => {
    if (!isLost()) return;
    const step = [...root().querySelectorAll<Focusable>('calcite-flow-item')].at(-1);
    for (const target of [step?.querySelector<Focusable>(fields), step]) {
      if (!target) continue;
      // Its code may still be on the way.
      await customElements.whenDefined(target.localName);
      await target.componentOnReady?.();
      if (isLost()) await target.setFocus?.();
    }
    if (isLost()) element.closest<HTMLElement>('[tabindex="-1"]')?.focus();
  };
  // What goes has the focus until the browser has drawn without it.
  const later = () => requestAnimationFrame(() => requestAnimationFrame(() => void restore()));
  const observer = new MutationObserver(later);
  let left = false;
  const watch = async () => {
    await element.componentOnReady?.();
    if (!left) observer.observe(root(), { childList: true, subtree: true });
  };
  void watch();
  element.addEventListener('focusin', enter);
  element.addEventListener('focusout', leave);
  page.addEventListener('pointerdown', press, true);
  return () => {
    left = true;
    observer.disconnect();
    element.removeEventListener('focusin', enter);
    element.removeEventListener('focusout', leave);
    page.removeEventListener('pointerdown', press, true);
  };
}
