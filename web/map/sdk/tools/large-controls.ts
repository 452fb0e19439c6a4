/** What is pressed or written in, of the SDK's own pieces. Their large size is 44 pixels high, as our own controls are. */
const controls = [
  'accordion',
  'accordion-item',
  'action',
  'action-bar',
  'action-group',
  'button',
  'checkbox',
  'combobox',
  'dropdown',
  'flow-item',
  'input',
  'input-date-picker',
  'input-number',
  'input-text',
  'input-time-picker',
  'label',
  'list',
  'segmented-control',
  'select',
  'switch',
  'text-area',
]
  .map((name) => `calcite-${name}`)
  .join();

/**
 * Keeps the controls within an element of the SDK large enough for a finger: those that are there and those that come.
 * @returns how to stop
 */
export function enlargeControls(element: HTMLElement): () => void {
  const root = element.shadowRoot ?? element;
  const enlarge = () => {
    for (const control of root.querySelectorAll<HTMLElement & { scale?: string }>(controls))
      if (control.scale !== 'l') control.scale = 'l';
  };
  const observer = new MutationObserver(enlarge);
  observer.observe(root, { childList: true, subtree: true });
  enlarge();
  return () => observer.disconnect();
}
