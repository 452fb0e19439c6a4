import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import { describe, expect, it } from 'vitest';
import { changedShapes } from './change-drawings.ts';

const spatialReference = SpatialReference.WebMercator;

/** A view of two map units per pixel, whose top left corner is at 0, 1000; turned by a quarter if wanted. */
function viewOf(isTurned = false) {
  const toScreen = ({ x, y }: { x: number; y: number }) =>
    isTurned ? { x: (1000 - y) / 2, y: -x / 2 } : { x: x / 2, y: (1000 - y) / 2 };
  const toMap = ({ x, y }: { x: number; y: number }) =>
    isTurned
      ? new Point({ x: -2 * y, y: 1000 - 2 * x, spatialReference })
      : new Point({ x: 2 * x, y: 1000 - 2 * y, spatialReference });
  return { spatialReference, toScreen, toMap } as unknown as Parameters<typeof changedShapes>[0];
}

const rings = [
  [
    [100, 100],
    [100, 300],
    [200, 300],
    [200, 100],
    [100, 100],
  ],
];
const area = () => new Polygon({ rings, spatialReference });
const boxOf = (shape: unknown) => {
  const { xmin, ymin, xmax, ymax } = (shape as Polygon).extent!;
  return [xmin, ymin, xmax, ymax].map((value) => Math.round(value * 1000) / 1000);
};

describe('a whole drawing', () => {
  it('moves by pixels of the screen, also on a turned map', () => {
    const change = { right: 10, down: 20 };
    expect(boxOf(changedShapes(viewOf(), [area()], change)?.[0])).toEqual([120, 60, 220, 260]);
    expect(boxOf(changedShapes(viewOf(true), [area()], change)?.[0])).toEqual([60, 80, 160, 280]);
  });

  it('grows around its middle', () => {
    expect(boxOf(changedShapes(viewOf(), [area()], { factor: 2 })?.[0])).toEqual([50, 0, 250, 400]);
  });

  it('turns clockwise around its middle', () => {
    const [turned] = changedShapes(viewOf(), [area()], { degrees: 90 }) ?? [];
    expect(boxOf(turned)).toEqual([50, 150, 250, 250]);
    // The corner at the top left is at the top right afterwards.
    const [x, y] = (turned as Polygon).rings[0]![1]!;
    expect([Math.round(x!), Math.round(y!)]).toEqual([250, 250]);
  });

  it('is changed together with others around the middle of all', () => {
    const point = new Point({ x: 300, y: 200, spatialReference });
    const [one, other] = changedShapes(viewOf(), [area(), point], { factor: 2 }) ?? [];
    expect(boxOf(one)).toEqual([0, 0, 200, 400]);
    expect((other as Point).x).toBeCloseTo(400);
  });

  it('is projected into the view', () => {
    const point = new Point({ longitude: 0, latitude: 0 });
    const [moved] = changedShapes(viewOf(), [point], { right: 10, down: 0 }) ?? [];
    expect((moved as Point).x).toBeCloseTo(20);
    expect(moved?.spatialReference.isWebMercator).toBe(true);
  });

  it('stays as it is where it cannot be projected', () => {
    const far = new Point({ x: 1, y: 1, spatialReference: { wkid: 2056 } });
    expect(changedShapes(viewOf(), [far], { factor: 2 })).toBeUndefined();
  });
});
