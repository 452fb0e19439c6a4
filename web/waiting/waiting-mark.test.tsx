import { afterEach, expect, it } from 'vitest';
import { setWaitingMark, waitingMark } from './waiting-mark.ts';

afterEach(() => setWaitingMark(false));

const key = 'mapping.waiting-changes';
const otherTabWrote = (newValue: string | null, of: string | null = key) => {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key: of, newValue, storageArea: localStorage }));
};

it('a page that was opened before learns that changes wait, so that it asks at a sign-out, too', () => {
  otherTabWrote('yes');
  expect(waitingMark.get()).toBe(true);
  otherTabWrote(null);
  expect(waitingMark.get()).toBe(false);
});

it('forgets it when another tab deletes all that is stored', () => {
  otherTabWrote('yes');
  otherTabWrote(null, null);
  expect(waitingMark.get()).toBe(false);
});
