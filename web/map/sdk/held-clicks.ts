import type Point from '@arcgis/core/geometry/Point.js';
import type MapView from '@arcgis/core/views/MapView.js';

/** A click or a double-click of the first button, on the map before its tool was ready. */
export interface HeldClick {
  type: 'immediate-click' | 'double-click';
  /** In pixels of the view. */
  x: number;
  y: number;
  mapPoint: Point;
}

/**
 * Holds the clicks on a map while the code of the tool that they are meant for loads: no popup opens, a
 * double-click does not zoom, and the pointer shows that something loads. A tool takes them when it is ready;
 * those that none takes are dropped.
 */
export class HeldClicks {
  readonly #view: Pick<MapView, 'on' | 'container'>;
  readonly #claimClicks: () => () => void;
  #holds = 0;
  #held: HeldClick[] = [];
  #end: (() => void) | undefined;

  constructor(view: Pick<MapView, 'on' | 'container'>, claimClicks: () => () => void) {
    this.#view = view;
    this.#claimClicks = claimClicks;
  }

  /** @returns a function that releases them; another hold that begins in the same task continues this one */
  hold(): () => void {
    this.#holds++;
    this.#end ??= this.#begin();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#holds--;
      // A panel and the session that it opens hold them one after the other.
      queueMicrotask(() => {
        if (this.#holds > 0) return;
        this.#end?.();
        this.#end = undefined;
        this.#held = [];
      });
    };
  }

  /** @returns the held clicks in their order, each only once */
  take(): readonly HeldClick[] {
    return this.#held.splice(0);
  }

  #begin(): () => void {
    const release = this.#claimClicks();
    const handles = (['immediate-click', 'double-click'] as const).map((type) =>
      this.#view.on(type, (event) => {
        // Not of a click: the SDK makes the double-click from two that nothing stopped.
        if (type === 'double-click') event.stopPropagation();
        const { x, y, button, mapPoint } = event;
        if (button === 0 && mapPoint) this.#held.push({ type, x, y, mapPoint });
      }),
    );
    const { container } = this.#view;
    container?.classList.add('holds-clicks');
    return () => {
      for (const handle of handles) handle.remove();
      container?.classList.remove('holds-clicks');
      release();
    };
  }
}

/** Maximum distance in pixels between the clicks of a double-click. */
const samePlace = 8;

/** The places of held clicks; a double-click is one. */
export function placesOf(clicks: readonly HeldClick[]): Point[] {
  const single = clicks.filter(({ type }) => type === 'immediate-click');
  return single.flatMap(({ x, y, mapPoint }, index) => {
    const before = single[index - 1];
    return before && Math.hypot(before.x - x, before.y - y) <= samePlace ? [] : [mapPoint];
  });
}
