import { describe, expect, it } from 'vitest';
import { shownArea } from './shown-area.ts';

const state = (rotation: number, lat = 0) => ({
  place: { lat, lng: 0, zoom: 15, rotation },
  metresPerPixel: 111.32,
});

describe('the area that a map shows', () => {
  it('is its size on the ground, wider in degrees where these are narrower', () => {
    expect(shownArea(state(0), { width: 2000, height: 1000 })).toEqual({
      west: -1,
      south: -0.5,
      east: 1,
      north: 0.5,
      zoom: 15,
    });
    expect(shownArea(state(0, 60), { width: 2000, height: 1000 })?.east).toBeCloseTo(2);
  });

  it('is all around while the map is turned, and ends with the world', () => {
    expect(shownArea(state(45), { width: 600, height: 800 })?.east).toBeCloseTo(0.5);
    expect(shownArea(state(0), { width: 1_000_000, height: 1_000_000 })).toMatchObject({
      west: -180,
      north: 90,
    });
  });

  it('is unknown until the map has come to rest', () => {
    expect(shownArea({ place: undefined, metresPerPixel: 0 }, { width: 1, height: 1 })).toBeUndefined();
  });
});
