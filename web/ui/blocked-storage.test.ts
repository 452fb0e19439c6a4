import { expect, it } from 'vitest';
import { MemoryStorage } from '../../testing/web/fake-page.ts';
import { replaceBlockedStorage } from './blocked-storage.ts';

it('replaces storage that a browser blocks by one that is empty and full', () => {
  const sessionStorage = new MemoryStorage();
  const page = Object.defineProperty({ sessionStorage }, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  }) as unknown as Window;
  replaceBlockedStorage(page);
  expect(page.sessionStorage).toBe(sessionStorage);
  expect(page.localStorage.getItem('mapping.theme')).toBeNull();
  page.localStorage.removeItem('mapping.theme');
  expect(() => page.localStorage.setItem('mapping.theme', 'dark')).toThrow('no storage');
});
