import has from '@arcgis/core/core/has.js';
import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { withTimeout } from '../../with-timeout.ts';

/** Milliseconds after which a map that is still being drawn is drawn as usual. */
const atLatest = 8000;
const interactions = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

/**
 * Draws a view every eighth frame and without fading until everything in it has been drawn once, or it is used. Intermediate frames
 * are not worth their CPU time, which the rest of the page needs to load (docs/measurements.md#what-makes-the-difference).
 * The SDK has these settings for browsers without a graphics card (`views/2d/engine/ManagedCanvas.js`), and for them they stay.
 */
export function drawSparingly(view: MapView, container: HTMLElement): void {
  set({ sparing: true });
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    for (const name of interactions) container.removeEventListener(name, end, { capture: true });
    set({ sparing: false });
    // In between, the SDK moves the drawn picture by a transform.
    for (const canvas of container.querySelectorAll('canvas')) canvas.style.transform = '';
  };
  for (const name of interactions) container.addEventListener(name, end, { capture: true, passive: true });
  const drawn = whenOnce(() => view.ready).then(() => whenOnce(() => !view.updating));
  void withTimeout(drawn, atLatest, () => {}).then(end, end);
}

/**
 * Milliseconds of the SDK's fading by default, and one that a browser without a graphics card does not set. A fade would last eight times
 * as long, because it advances in drawn frames only. The effects of layers that load meanwhile change at once from then on: the SDK
 * reads the duration where it creates them.
 */
const fading = 200;
const none = 1;

function set({ sparing }: { sparing: boolean }): void {
  // Read at the first drawn frame: before, the SDK has not looked for a graphics card.
  has.add('esri-performance-mode-frames-between-render', () => (hasGraphicsCard() ? 8 : 20), false, true);
  has.add('esri-force-performance-mode', sparing, true, true);
  if (hasGraphicsCard()) has.add('mapview-transitions-duration', sparing ? none : fading, true, true);
}

/** Without one, the SDK fades nothing. */
function hasGraphicsCard(): boolean {
  return has('mapview-transitions-duration') !== 0;
}
