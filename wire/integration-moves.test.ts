import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMove, metresBetween } from './integration-moves.ts';

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('move', () => {
  it('is half a metre or more', () => {
    const here = { lat: 51.16, lng: 71.42 };
    expect(isMove(undefined, here)).toBe(true);
    expect(isMove(here, here)).toBe(false);
    expect(isMove(here, { ...here, lat: here.lat + 0.000_004 })).toBe(false);
    expect(isMove(here, { ...here, lat: here.lat + 0.000_006 })).toBe(true);
  });

  it('is as long in either direction, and never longer than half the earth', () => {
    const places = fc.record({ lat: finite(-90, 90), lng: finite(-180, 180) });
    fc.assert(
      fc.property(places, places, (a, b) => {
        expect(metresBetween(a, b)).toBeCloseTo(metresBetween(b, a), 5);
        expect(metresBetween(a, b)).toBeLessThanOrEqual(20_037_509);
      }),
    );
  });

  it.each([
    ['a degree of longitude at the equator', { lat: 0, lng: 0 }, { lat: 0, lng: 1 }, 111_319],
    ['the same at 60° north', { lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55_658],
    ['a degree of latitude', { lat: 51, lng: 71 }, { lat: 52, lng: 71 }, 111_319],
    ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111_319],
    ['from pole to pole', { lat: -90, lng: 0 }, { lat: 90, lng: 0 }, 20_037_508],
  ])('is measured in metres on the ground: %s', (_what, a, b, metres) => {
    expect(Math.round(metresBetween(a, b) / 10)).toBe(Math.round(metres / 10));
  });

  it('does not include a round trip through six decimals', () => {
    const places = fc.record({ lat: finite(-89, 89), lng: finite(-179, 179) });
    fc.assert(
      fc.property(places, ({ lat, lng }) => {
        const back = { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
        expect(isMove({ lat, lng }, back)).toBe(false);
      }),
    );
  });
});
