import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceAndDirection } from './in-view.ts';

const astana = { lat: 51.16, lng: 71.43 };

describe('distance and direction', () => {
  it.each([
    [{ lat: 51.17, lng: 71.43 }, 'n', 1112],
    [{ lat: 51.15, lng: 71.43 }, 's', 1112],
    [{ lat: 51.16, lng: 71.44 }, 'e', 697],
    [{ lat: 51.16, lng: 71.42 }, 'w', 697],
    [{ lat: 51.165, lng: 71.438 }, 'ne', 787],
    [{ lat: 51.155, lng: 71.422 }, 'sw', 787],
  ])('%o is %s, %d m away', (place, direction, metres) => {
    const found = distanceAndDirection(astana, place);
    expect(found.direction).toBe(direction);
    expect(Math.abs(found.metres - metres)).toBeLessThan(3);
  });

  it('has no direction at the same place', () => {
    expect(distanceAndDirection(astana, astana)).toEqual({ metres: 0, direction: undefined });
  });

  it('crosses the date line the short way', () => {
    const { metres, direction } = distanceAndDirection({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 });
    expect(direction).toBe('e');
    expect(metres).toBeLessThan(25_000);
  });

  it('is symmetric', () => {
    const place = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(distanceAndDirection(a, b).metres).toBeCloseTo(distanceAndDirection(b, a).metres, 3);
      }),
    );
  });
});
