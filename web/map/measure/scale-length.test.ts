import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleLength } from './scale-length.ts';

describe('the length of the scale bar', () => {
  it.each([
    [1, 50, 'meter', 50],
    [12, 1000, 'meter', 1000 / 12],
    [25, 2000, 'meter', 80],
    [60, 5, 'kilometer', 5000 / 60],
    [0.01, 0.5, 'meter', 50],
  ])('at %d metres per pixel is %d %s', (metresPerPixel, value, unit, pixels) => {
    const length = scaleLength(metresPerPixel)!;
    expect(length).toMatchObject({ value, unit });
    expect(length.pixels).toBeCloseTo(pixels, 6);
  });

  it('is unknown without a scale', () => {
    expect(scaleLength(0)).toBeUndefined();
    expect(scaleLength(Number.NaN)).toBeUndefined();
    expect(scaleLength(-1)).toBeUndefined();
  });

  it('always fits and is never much too short', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (metresPerPixel) => {
        const { pixels } = scaleLength(metresPerPixel)!;
        expect(pixels).toBeLessThanOrEqual(96.001);
        expect(pixels).toBeGreaterThan(38);
      }),
    );
  });

  it('changes to kilometres at 3000 metres', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (metresPerPixel) => {
        const { value, unit } = scaleLength(metresPerPixel)!;
        expect(unit === 'meter' ? value < 3000 : value >= 3).toBe(true);
      }),
    );
  });

  it.each([
    [1, 200, 'foot'],
    [10, 2000, 'foot'],
    [20, 1, 'mile'],
    [100, 5, 'mile'],
  ])('at %d metres per pixel is %d %s in feet and miles', (metresPerPixel, value, unit) => {
    const metres = { foot: 0.3048, mile: 1609.344 }[unit] ?? 0;
    const length = scaleLength(metresPerPixel, 'imperial')!;
    expect(length).toMatchObject({ value, unit });
    expect(length.pixels).toBeCloseTo((value * metres) / metresPerPixel, 6);
  });
});
