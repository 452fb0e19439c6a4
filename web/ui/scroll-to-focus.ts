/**
 * Scrolls what the Tab key reaches into view as a whole: Chromium leaves a control where it is if a part of
 * it is visible, even if its middle is not. Boxes with a header or bar of their own over the content leave
 * room for it with `scroll-padding` (WCAG 2.2, 2.4.11). @returns ends it
 */
export function scrollToFocus(): () => void {
  const listening = new AbortController();
  let byKey = false;
  const on = { signal: listening.signal, capture: true };
  document.addEventListener('keydown', ({ key }) => (byKey = key === 'Tab'), on);
  // What is pressed must not move away below the pointer.
  document.addEventListener('pointerdown', () => (byKey = false), on);
  document.addEventListener(
    'focusin',
    (event) => {
      const [target] = event.composedPath();
      if (byKey && target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    on,
  );
  return () => listening.abort();
}
