import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../testing/web/fake-page.ts';
import { reloadAfterUpdate } from './reload-after-update.ts';

const html = (script: string) => `<html><link rel="preload" as="script" crossorigin href="${script}"></html>`;
const running = '/assets/main-old.js';
let stop: () => void = () => {};
afterEach(() => stop());

function rig(served: string | Error, storage = new MemoryStorage(), script = running) {
  const steps: string[] = [];
  const events = new EventTarget();
  const page = Object.assign(events, {
    sessionStorage: storage,
    location: { pathname: '/demo/map' },
    fetch: async () => {
      if (typeof served !== 'string') throw served;
      return new Response(served);
    },
  }) as unknown as Window;
  stop = reloadAfterUpdate({
    page,
    running: script,
    keepWork: async () => void steps.push('kept'),
    reload: () => void steps.push('reloaded'),
  });
  return { steps, storage, fail: () => events.dispatchEvent(new Event('vite:preloadError')) };
}

describe('a chunk that cannot be loaded', () => {
  it('after an update reloads the page, with unsaved work stored first', async () => {
    const { steps, fail } = rig(html('/assets/main-new.js'));
    fail();
    fail();
    await vi.waitFor(() => expect(steps).toEqual(['kept', 'reloaded']));
  });

  it('reloads only once per version', async () => {
    const first = rig(html('/assets/main-new.js'));
    first.fail();
    await vi.waitFor(() => expect(first.steps).toContain('reloaded'));
    stop();
    const again = rig(html('/assets/main-new.js'), first.storage);
    again.fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(again.steps).toEqual([]);
  });

  it('reloads once per version when servers of two versions answer in turn', async () => {
    const [older, newer] = [running, '/assets/main-new.js'];
    const { storage, ...first } = rig(html(newer));
    first.fail();
    await vi.waitFor(() => expect(first.steps).toContain('reloaded'));
    stop();
    const second = rig(html(older), storage, newer);
    second.fail();
    await vi.waitFor(() => expect(second.steps).toContain('reloaded'));
    stop();
    const third = rig(html(newer), storage, older);
    third.fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(third.steps).toEqual([]);
  });

  it.each([
    ['the server has the same version', html(running)],
    ['the server gives no page', 'Not found'],
    ['nothing answers', new TypeError('Failed to fetch')],
  ])('is an ordinary error when %s', async (_when, served) => {
    const { steps, fail } = rig(served);
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toEqual([]);
  });
});
