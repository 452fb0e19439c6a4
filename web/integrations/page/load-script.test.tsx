import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadScript, scriptMilliseconds, within } from './load-script.ts';

const fetching = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  fetching.mockReset();
});
const script = () => document.head.querySelector('script');
const load = (defined = () => false) =>
  loadScript('https://vendor.example/api.js', defined).then(
    () => 'loaded',
    (error: { code: string }) => error.code,
  );

describe('a vendor’s script', () => {
  it('is loaded once', async () => {
    let there = false;
    const loading = load(() => there);
    there = true;
    script()?.dispatchEvent(new Event('load'));
    expect(await loading).toBe('loaded');
    expect(await load(() => true)).toBe('loaded');
    expect(document.head.querySelectorAll('script')).toHaveLength(1);
  });

  it('of a withdrawn version is an HTML page: the browser rejects it, although the server responds', async () => {
    fetching.mockResolvedValue(new Response('<html>'));
    const loading = load();
    script()?.dispatchEvent(new Event('error'));
    expect(await loading).toBe('retired');
  });

  it('that loads without defining its API counts as withdrawn', async () => {
    const loading = load();
    script()?.dispatchEvent(new Event('load'));
    expect(await loading).toBe('retired');
  });

  it('is unreachable without a network', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    const loading = load();
    script()?.dispatchEvent(new Event('error'));
    expect(await loading).toBe('unavailable');
  });

  it('that never loads times out', async () => {
    const loading = load();
    await vi.advanceTimersByTimeAsync(scriptMilliseconds);
    expect(await loading).toBe('unavailable');
    expect(script()).toBeNull();
  });
});

describe('waiting', () => {
  it('has a time limit', async () => {
    const waiting = within(new Promise(() => {}), 1000).catch((error: { code: string }) => error.code);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toBe('unavailable');
    expect(await within(Promise.resolve(5), 1000)).toBe(5);
  });
});
