import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import Extent from '@arcgis/core/geometry/Extent.js';
import { type Covered, goToAll, moveView, roomFor } from './fit.ts';

const view = { width: 800, height: 600, rotation: 0 };
const covered: Covered = { left: 16, right: 72, top: 72, bottom: 40 };

/** The screen position of a map location, in pixels from the view's corner. */
function onScreen(
  place: { x: number; y: number },
  { width, height, rotation }: typeof view,
  middle: ReturnType<typeof roomFor>,
) {
  const turn = (rotation * Math.PI) / 180;
  const [east, north] = [(place.x - middle.x) / middle.resolution, (place.y - middle.y) / middle.resolution];
  return {
    x: width / 2 + east * Math.cos(turn) + north * Math.sin(turn),
    y: height / 2 + east * Math.sin(turn) - north * Math.cos(turn),
  };
}

describe('fitting a box into the view', () => {
  it('fills the uncovered part of the view', () => {
    const box = { xmin: 1000, ymin: 2000, xmax: 1000 + 712, ymax: 2000 + 400 };
    const room = roomFor(box, view, covered);
    expect(room.resolution).toBe(1);
    expect(onScreen({ x: box.xmin, y: box.ymax }, view, room)).toEqual({ x: 16, y: 72 + 44 });
    expect(onScreen({ x: box.xmax, y: box.ymin }, view, room)).toEqual({ x: 800 - 72, y: 600 - 40 - 44 });
  });

  it('has no corner behind the padding, however the map is rotated', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        number(-1e6, 1e6),
        number(-1e6, 1e6),
        number(1, 1e5),
        number(1, 1e5),
        number(0, 360),
        (x, y, wide, high, rotation) => {
          const box = { xmin: x, ymin: y, xmax: x + wide, ymax: y + high };
          const turned = { ...view, rotation };
          const room = roomFor(box, turned, covered);
          for (const corner of [
            { x: box.xmin, y: box.ymin },
            { x: box.xmin, y: box.ymax },
            { x: box.xmax, y: box.ymin },
            { x: box.xmax, y: box.ymax },
          ]) {
            const spot = onScreen(corner, turned, room);
            expect(spot.x).toBeGreaterThan(16 - 0.01);
            expect(spot.x).toBeLessThan(728 + 0.01);
            expect(spot.y).toBeGreaterThan(72 - 0.01);
            expect(spot.y).toBeLessThan(560 + 0.01);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('leaves room in a view smaller than its padding', () => {
    const room = roomFor(
      { xmin: 0, ymin: 0, xmax: 40, ymax: 40 },
      { width: 80, height: 100, rotation: 0 },
      covered,
    );
    expect(room.resolution).toBeCloseTo(40 / 32, 5);
  });

  it('returns a single point as it is', () => {
    const place = { xmin: 5, ymin: 7, xmax: 5, ymax: 7 };
    expect(roomFor(place, view, covered)).toEqual({ x: 5, y: 7, resolution: 0 });
  });
});

describe('moving a view', () => {
  type View = Parameters<typeof goToAll>[0];
  const notOpened = { when: () => Promise.reject(new Error('No basemap')), goTo: async () => {} };
  const movedOn = { when: async () => {}, goTo: () => Promise.reject(new Error('interrupted')) };

  it.each([
    ['was not opened', notOpened],
    ['is moved elsewhere meanwhile', movedOn],
  ])('is no error where the map %s', async (_why, view) => {
    const extent = new Extent({ xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 2056 } });
    const inMap = { ...view, spatialReference: { wkid: 21781 } } as unknown as View;
    expect(await moveView(inMap, () => ({ scale: 1000 }))).toBe(false);
    await goToAll(inMap, extent, covered);
  });

  it('reports that it got there', async () => {
    const view = { ...movedOn, goTo: async () => {} } as unknown as View;
    expect(await moveView(view, () => ({ scale: 1000 }))).toBe(true);
  });
});
