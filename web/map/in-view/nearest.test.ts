import Graphic from '@arcgis/core/Graphic.js';
import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareDistances, sorted } from './nearest.ts';

/** Knows Swiss coordinates, one degree every 100 kilometres from 0, 0. */
const engine = vi.hoisted(() => ({ isLoaded: false }));
vi.mock('@arcgis/core/geometry/operators/projectOperator.js', () => ({
  load: async () => {
    engine.isLoaded = true;
  },
  isLoaded: () => engine.isLoaded,
  execute: ({ x, y }: Point) => new Point({ x: (x - 2_600_000) / 100_000, y: (y - 1_200_000) / 100_000 }),
}));

beforeEach(() => (engine.isLoaded = false));

const swiss = new SpatialReference({ wkid: 2056 });

describe('the distances of features', () => {
  it('are those on the ground on maps in other coordinate systems', async () => {
    const at = (east: number) => new Point({ x: 2_600_000 + east, y: 1_200_000, spatialReference: swiss });
    const view = { center: at(0) };
    await prepareDistances(view);
    const features = [2000, -1000].map((east) => new Graphic({ geometry: at(east) }));
    const found = sorted(view, features, (feature) => features.indexOf(feature) + 1);
    expect(found.map(({ objectId, direction }) => [objectId, direction])).toEqual([
      [2, 'w'],
      [1, 'e'],
    ]);
    expect(found[1]?.metres).toBeCloseTo(2224, 0);
  });

  it('need no projection engine in Web Mercator', async () => {
    const center = new Point({ x: 0, y: 0, spatialReference: SpatialReference.WebMercator });
    await prepareDistances({ center });
    expect(engine.isLoaded).toBe(false);
  });
});
