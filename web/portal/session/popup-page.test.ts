import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { popupPage } from './oauth-sign-in.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose `open` returns this window, with what became of `gone`. */
function rig(small: { closed: boolean } | null) {
  const { page, storage } = fakePage();
  const open = vi.fn<() => unknown>(() => small);
  Object.assign(page, { open });
  const popup = popupPage(page);
  const outcome = popup.gone.catch((error: unknown) => error);
  return { page, storage, open, popup, outcome };
}

describe('popupPage', () => {
  it('behaves like the page except for opening windows', () => {
    const { popup, page, storage } = rig({ closed: false });
    storage.setItem('a', 'b');
    expect(popup.page.localStorage.getItem('a')).toBe('b');
    expect(popup.page.location.href).toBe(page.location.href);
    expect(popup.page.btoa('x')).toBe('eA==');
    expect(new (popup.page as Window & typeof globalThis).TextEncoder().encode('x')).toHaveLength(1);
  });

  it('passes events through to the page', () => {
    const { popup, page } = rig({ closed: false });
    const listener = vi.fn<() => void>();
    popup.page.addEventListener('done', listener);
    page.dispatchEvent(new Event('done'));
    expect(listener).toHaveBeenCalledOnce();
  });

  it('opens the window as requested, and waits while it is open', async () => {
    const small = { closed: false };
    const { popup, open, outcome } = rig(small);
    expect(popup.page.open('https://portal.example/', 'oauth', 'popup')).toBe(small);
    expect(open).toHaveBeenCalledExactlyOnceWith('https://portal.example/', 'oauth', 'popup');
    await vi.advanceTimersByTimeAsync(60_000);
    small.closed = true;
    await vi.advanceTimersByTimeAsync(500);
    expect(await outcome).toMatchObject({ id: 'session:cancelled' });
  });

  it('stops polling once the window is closed', async () => {
    const small = { closed: true };
    const { popup, outcome } = rig(small);
    popup.page.open('x');
    await vi.advanceTimersByTimeAsync(500);
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives up at once when the browser blocks the window', async () => {
    const { popup, outcome } = rig(null);
    expect(popup.page.open('x')).toBeNull();
    expect(await outcome).toMatchObject({ id: 'session:popup-blocked' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
