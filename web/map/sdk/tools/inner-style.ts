/** Adds rules within an element of the SDK, for what its variables leave open. */
export async function addInnerStyle(element: HTMLElement, rules: string): Promise<void> {
  await (element as HTMLElement & { componentOnReady?(): Promise<unknown> }).componentOnReady?.();
  const root = element.shadowRoot ?? document;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
