import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { startLanguages } from '../../web/features/languages/i18n.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// jsdom has no media queries: every query answers "no", so components show their wide, light, full-motion form.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
}));

// jsdom does not lay anything out: what is watched is in view at once.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element) {
      queueMicrotask(() => this.#tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this as unknown as IntersectionObserver));
    }
    unobserve() {}
    disconnect() {}
  },
);

await startLanguages();
