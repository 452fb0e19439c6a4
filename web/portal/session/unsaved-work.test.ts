import { expect, it, vi } from 'vitest';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { UnsavedWork } from './unsaved-work.ts';

it('is restored after the page has reloaded itself, without https, too', async () => {
  const secure = crypto;
  vi.stubGlobal('crypto', {
    getRandomValues: (ids: Uint32Array<ArrayBuffer>) => secure.getRandomValues(ids),
  });
  const keep = vi.fn<(state: string) => Promise<void>>(async () => {});
  const { page } = fakePage();
  const work = new UnsavedWork(page);
  work.onLeaving(keep);
  await work.keepForReload();
  expect(keep).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\d+(-\d+){3}$/));
  expect(new UnsavedWork(page).returned).toBe(keep.mock.lastCall?.[0]);
  expect(new UnsavedWork(page).returned).toBeUndefined();
});
