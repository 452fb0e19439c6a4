import { describe, expect, it } from 'vitest';
import { shownArea } from './integration-markers.ts';

const state = (rotation: number, lat = 0) => ({
  place: { lat, lng: 0, zoom: 15, rotation },
  metresPerPixel: 111.32,
});

describe('the visible area of a map', () => {
  it('is its size on the ground, wider in degrees where degrees are narrower', () => {
    expect(shownArea(state(0), { width: 2000, height: 1000 })).toEqual({
      west: -1,
      south: -0.5,
      east: 1,
      north: 0.5,
      zoom: 15,
    });
    expect(shownArea(state(0, 60), { width: 2000, height: 1000 })?.east).toBeCloseTo(2);
  });

  it('covers all directions while the map is rotated, and ends at the world’s edge', () => {
    expect(shownArea(state(45), { width: 600, height: 800 })?.east).toBeCloseTo(0.5);
    expect(shownArea(state(0), { width: 1_000_000, height: 1_000_000 })).toMatchObject({
      west: -180,
      north: 90,
    });
  });

  it('is unknown until the map is stationary', () => {
    expect(shownArea({ place: undefined, metresPerPixel: 0 }, { width: 1, height: 1 })).toBeUndefined();
  });
});
