import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { distinctCredits, scaleOfZoom, zoomOfScale } from './map-state.ts';
const osm = '© OpenStreetMap contributors';

describe('the credits of a map', () => {
  it.each([
    { given: [], kept: [] },
    { given: [osm, osm], kept: [osm] },
    {
      given: [`${osm}, ODbL 1.0; world: Natural Earth`, osm],
      kept: [`${osm}, ODbL 1.0; world: Natural Earth`],
    },
    { given: [osm, 'City of Astana', `${osm}, ODbL`], kept: ['City of Astana', `${osm}, ODbL`] },
    { given: [' ', '', 'A '], kept: ['A'] },
  ])('$given are shown as $kept', ({ given, kept }) => {
    expect(distinctCredits(given)).toEqual(kept);
  });

  it('lose no credit and repeat none', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 })), (given) => {
        const kept = distinctCredits(given);
        for (const credit of given)
          expect(kept.some((each) => each.includes(credit.trim()))).toBe(
            given.some((each) => each.trim() !== ''),
          );
        expect(new Set(kept).size).toBe(kept.length);
      }),
    );
  });
});

describe('zoom and scale', () => {
  it('match at the levels of the common tiling scheme', () => {
    expect(scaleOfZoom(0)).toBeCloseTo(591_657_527.59, 1);
    expect(scaleOfZoom(13)).toBeCloseTo(72_223.82, 1);
    expect(zoomOfScale(72_223.819_286)).toBeCloseTo(13, 5);
  });

  it('are each other’s inverse', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 24, noNaN: true }), (zoom) => {
        expect(zoomOfScale(scaleOfZoom(zoom))).toBeCloseTo(zoom, 9);
      }),
    );
  });
});
