import { cleanup, configure } from '@testing-library/react';
import { afterEach, inject } from 'vitest';
import { loadMessages, startLanguages } from '../../web/i18n/i18n.ts';

configure({ asyncUtilTimeout: inject('patience') });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// jsdom has no media queries: every query does not match, so components render their wide, light, full-motion
// form. Assigned rather than stubbed, so that a test that removes its own stubs does not remove these.
window.matchMedia = (media: string) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});

// jsdom has no layout: observed elements intersect at once.
window.IntersectionObserver = class implements Partial<IntersectionObserver> {
  readonly #notify: IntersectionObserverCallback;
  constructor(notify: IntersectionObserverCallback) {
    this.#notify = notify;
  }
  observe(target: Element): void {
    const entry = { isIntersecting: true, target } as IntersectionObserverEntry;
    queueMicrotask(() => this.#notify([entry], this as unknown as IntersectionObserver));
  }
  disconnect(): void {}
} as unknown as typeof IntersectionObserver;

// Nor do sizes change.
window.ResizeObserver = class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// Nothing scrolls.
Element.prototype.scrollIntoView = () => {};

/** The styles that the rules of all style sheets give an element, for files of tests that depend on them. */
export const computedStyle = window.getComputedStyle.bind(window);

// Matching every rule against every element takes up to half of the time of a large page. Most tests only need what is written
// on the elements themselves.
window.getComputedStyle = (element: Element) => (element as HTMLElement).style;

// British English, with the formats of the United States.
Object.defineProperty(Navigator.prototype, 'languages', { configurable: true, get: () => ['en'] });

await startLanguages();
await loadMessages('others', 'administration', 'accessibility', 'itemComments', 'notifications', 'guide');
