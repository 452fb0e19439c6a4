/**
 * What users pressed while the page showed the header that the server has drawn: `web/app/first-paint.ts` notes it in
 * attributes of the page until the application draws its own header.
 */
const attributes = { text: 'data-early-text', click: 'data-early-click' } as const;

/** The text typed after the shortcut of the command palette; undefined if it was not pressed. */
export function earlyText(): string | undefined {
  return document.documentElement.getAttribute(attributes.text) ?? undefined;
}

export function forgetEarlyText(): void {
  document.documentElement.removeAttribute(attributes.text);
}

/** Clicks the button or link that is now where the last click was. */
export function repeatEarlyClick(): void {
  const place = document.documentElement.getAttribute(attributes.click);
  if (place === null) return;
  document.documentElement.removeAttribute(attributes.click);
  const [x = 0, y = 0] = place.split(',').map(Number);
  document.elementFromPoint(x, y)?.closest<HTMLElement>('button, a')?.click();
}
