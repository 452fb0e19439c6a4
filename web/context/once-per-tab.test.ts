import { expect, it } from 'vitest';
import { MemoryStorage } from '../../testing/web/fake-page.ts';
import { oncePerTab } from './once-per-tab.ts';

it('something happens once per tab, key and value', () => {
  const page = { sessionStorage: new MemoryStorage() };
  const calls = [
    ['reloaded', 'a'],
    ['reloaded', 'b'],
    ['reloaded', 'a'],
    ['reloaded', 'b'],
    ['opened', 'a'],
  ] as const;
  expect(calls.map(([key, value]) => oncePerTab(key, value, page))).toEqual([true, true, false, false, true]);
  expect(oncePerTab('reloaded', 'a', { sessionStorage: new MemoryStorage() })).toBe(true);
});

it.each(['getItem', 'setItem'] as const)('nothing happens where %s fails', (method) => {
  const sessionStorage = new MemoryStorage();
  sessionStorage[method] = () => {
    throw new DOMException('Denied.', 'SecurityError');
  };
  expect(oncePerTab('reloaded', 'a', { sessionStorage })).toBe(false);
});
