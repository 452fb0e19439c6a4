import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apart, bearing, nearestOf, type Photo, stepsFrom, timesAt } from './photo.ts';

const photo = (id: string, lat: number, lng: number, time = '2026-06-12'): Photo => ({
  id,
  url: `https://photos.example/${id}.webp`,
  lat,
  lng,
  heading: 0,
  time,
  caption: '',
});
// 0.00018 degrees of latitude are about 20 metres.
const step = 0.00018;
const here = photo('here', 51, 71);
const north = photo('north', 51 + step, 71);
const further = photo('further', 51 + 1.5 * step, 71);
const south = photo('south', 51 - step, 71);
const before = photo('before', 51, 71, '2024-10-05');

describe('photos', () => {
  it('are found by location, the newest of one spot first', () => {
    const all = [before, here, north, south];
    expect(nearestOf(all, { lat: 51, lng: 71 }, 60)).toBe(here);
    expect(nearestOf(all, { lat: 51 + 0.8 * step, lng: 71 }, 60)).toBe(north);
    expect(nearestOf(all, { lat: 51.01, lng: 71 }, 60)).toBeUndefined();
    expect(nearestOf([], here, 60)).toBeUndefined();
  });

  it('link to the next in each direction, of the same date', () => {
    const steps = stepsFrom(here, [here, north, further, south, photo('old', 51, 71.0002, '2024-10-05')], 35);
    expect(steps.map((one) => one.photo.id).toSorted()).toEqual(['north', 'south']);
    expect(steps.find((one) => one.photo === north)?.bearing).toBeCloseTo(0, 3);
    expect(stepsFrom(here, [north], 10)).toEqual([]);
  });

  it('of one spot are listed by date, newest first', () => {
    expect(timesAt(here, [before, north, here]).map(({ id }) => id)).toEqual(['here', 'before']);
  });
});

describe('directions', () => {
  it.each([
    [north, 0],
    [south, 180],
    [photo('east', 51, 71.001), 90],
    [photo('west', 51, 70.999), 270],
  ])('are degrees clockwise from north', (to, degrees) => {
    expect(apart(bearing(here, to), degrees)).toBeLessThan(0.01);
  });

  it('differ by half a turn at most', () => {
    const degrees = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, (a, b) => {
        expect(apart(a, b)).toBeGreaterThanOrEqual(0);
        expect(apart(a, b)).toBeLessThanOrEqual(180);
        expect(apart(a, b)).toBeCloseTo(apart(b, a), 6);
      }),
    );
  });
});
