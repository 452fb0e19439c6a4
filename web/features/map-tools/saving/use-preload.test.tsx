import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkState } from '../../../map/document/map-work.ts';
import { type Preload, usePreload } from './saving-provider.tsx';

let waiting: (() => unknown)[] = [];

/** Lets the page become idle. */
const idle = async () => {
  await Promise.all(waiting.splice(0).map((run) => run()));
  await new Promise(setImmediate);
};

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => unknown) => waiting.push(run));
  vi.stubGlobal('cancelIdleCallback', () => waiting.splice(0));
});
afterEach(() => {
  // Idle callbacks can still be cancelled.
  cleanup();
  waiting = [];
  vi.unstubAllGlobals();
});

const state = (...changed: string[]) =>
  ({
    dirty: changed.length > 0,
    changes: changed.map((layer) => ({ kind: 'layer-hidden', layer })),
  }) as unknown as WorkState;

function rig(load: Preload) {
  const piece = vi.fn<Preload>(load);
  const pieces = [piece];
  const { rerender, unmount } = renderHook((work: WorkState) => usePreload(pieces, work), {
    initialProps: state(),
  });
  return { piece, rerender, unmount };
}

describe('the code of saving', () => {
  it('is loaded once, when there is something to save', async () => {
    const { piece, rerender } = rig(async () => {});
    await idle();
    expect(piece).not.toHaveBeenCalled();
    rerender(state('Stops'));
    expect(piece).not.toHaveBeenCalled();
    await idle();
    expect(piece).toHaveBeenCalledOnce();
    rerender(state('Stops', 'Parks'));
    await idle();
    expect(piece).toHaveBeenCalledOnce();
  });

  it('is requested again with the next change after a failure', async () => {
    const { piece, rerender } = rig(async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    rerender(state('Stops'));
    await idle();
    rerender(state('Stops', 'Parks'));
    await idle();
    expect(piece).toHaveBeenCalledTimes(2);
  });

  it('is not loaded for a map that was closed meanwhile', async () => {
    const { piece, rerender, unmount } = rig(async () => {});
    rerender(state('Stops'));
    unmount();
    await idle();
    expect(piece).not.toHaveBeenCalled();
  });

  it('loads in browsers without idle callbacks too', async () => {
    vi.unstubAllGlobals();
    expect('requestIdleCallback' in window).toBe(false);
    const { piece, rerender } = rig(async () => {});
    rerender(state('Stops'));
    await vi.waitFor(() => expect(piece).toHaveBeenCalledOnce());
  });
});
