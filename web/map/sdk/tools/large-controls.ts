/** Controls of the SDK's components. Their large size is 44 pixels high, like the application's own controls. */
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
 * Enlarges the controls within an element of the SDK for touch input: the present ones and those that are added later.
 * @returns a function that stops it
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
