/** Words of the person's language for the time slider. */
export interface TimeWords {
  start: string;
  end: string;
  /** A time in milliseconds, as it is said. */
  time(milliseconds: number): string;
}

/**
 * Names the slider's thumbs by what they do and says their time as a date. The SDK calls both “Slider value” and says
 * milliseconds.
 * @returns how to stop
 */
export function nameThumbs(element: HTMLElement, { start, end, time }: TimeWords): () => void {
  const root = element.shadowRoot ?? element;
  const name = () => {
    const thumbs = [...root.querySelectorAll('[role="slider"]')].toSorted((a, b) => valueOf(a) - valueOf(b));
    for (const [at, thumb] of thumbs.entries()) {
      put(thumb, 'aria-label', at === 0 && thumbs.length > 1 ? start : end);
      put(thumb, 'aria-valuetext', time(valueOf(thumb)));
    }
  };
  const observer = new MutationObserver(name);
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-label', 'aria-valuenow', 'aria-valuetext'],
  });
  name();
  return () => observer.disconnect();
}

const valueOf = (thumb: Element) => Number(thumb.getAttribute('aria-valuenow'));

/** Only what differs: each change is heard again. */
function put(element: Element, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
