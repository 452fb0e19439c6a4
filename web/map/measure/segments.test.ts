import Point from '@arcgis/core/geometry/Point.js';
import { geodesicDistance } from '@arcgis/core/geometry/support/geodesicUtils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { angleBetween, segmentsOf } from './segments.ts';

const at = (longitude: number, latitude: number) => new Point({ longitude, latitude });

describe('the segments of a measurement', () => {
  it('have lengths, bearings and the angles between them', () => {
    // A degree of the equator, then one of the meridian.
    const [east, north, ...others] = segmentsOf([at(0, 0), at(1, 0), at(1, 1)], (from, to) =>
      geodesicDistance(from, to, 'meters'),
    );
    expect(others).toEqual([]);
    expect(Math.abs((east?.metres ?? 0) / 111_319.490_793 - 1)).toBeLessThan(1e-6);
    expect(Math.abs((north?.metres ?? 0) / 110_574.388_558 - 1)).toBeLessThan(1e-6);
    expect(east?.bearing).toBeCloseTo(90, 6);
    expect(east?.angle).toBeUndefined();
    expect(Math.min(north?.bearing ?? 90, 360 - (north?.bearing ?? 90))).toBeCloseTo(0, 6);
    expect(north?.angle).toBeCloseTo(90, 6);
  });

  it('have the inner angle, however the line turns', () => {
    const legBetween = (from: Point, to: Point) => geodesicDistance(from, to, 'meters');
    // On the equator, one side of a triangle with equal legs and back again.
    for (const turn of [0.01, -0.01]) {
      const [, sharp] = segmentsOf([at(0, 0), at(1, 0), at(0.99, turn)], legBetween);
      expect(Math.abs((sharp?.angle ?? 0) - 45)).toBeLessThan(0.3);
      const [, wide] = segmentsOf([at(0, 0), at(1, 0), at(1.01, turn)], legBetween);
      expect(Math.abs((wide?.angle ?? 0) - 135)).toBeLessThan(0.3);
    }
  });

  it('have no angle above 180 degrees, in whichever order', () => {
    fc.assert(
      fc.property(fc.integer({ min: -720, max: 720 }), fc.integer({ min: -720, max: 720 }), (one, other) => {
        const angle = angleBetween(one, other);
        expect(angle).toBeGreaterThanOrEqual(0);
        expect(angle).toBeLessThanOrEqual(180);
        expect(angleBetween(other, one)).toBe(angle);
      }),
    );
  });

  it('are none without two corners', () => {
    expect(segmentsOf([at(0, 0)], () => ({ distance: 1 }))).toEqual([]);
  });
});
