import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleOfZoom, zoomOfScale } from './zoom.ts';

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
