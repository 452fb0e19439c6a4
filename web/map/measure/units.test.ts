import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaIn, areaText, landText, lengthIn, lengthText, scaleLength } from './units.ts';

describe('lengths', () => {
  it.each([
    [0, 'metric', '0.00 m'],
    [9.994, 'metric', '9.99 m'],
    [9.996, 'metric', '10.0 m'],
    [12.345, 'metric', '12.3 m'],
    [99.96, 'metric', '100 m'],
    [2999, 'metric', '2,999 m'],
    [3000, 'metric', '3.00 km'],
    [12_345, 'metric', '12.3 km'],
    [1_234_567, 'metric', '1,235 km'],
    [30.48, 'imperial', '100 ft'],
    [4828, 'imperial', '15,840 ft'],
    [4828.032, 'imperial', '3.00 mi'],
  ] as const)('%d m in %s read %s', (metres, system, text) => {
    expect(lengthText(metres, system, 'en')).toBe(text);
  });

  it('change their unit at 3000 metres without rounding errors', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 4e7, noNaN: true }), (metres) => {
        const { value, unit } = lengthIn(metres, 'metric');
        expect(unit).toBe(metres < 3000 ? 'meter' : 'kilometer');
        expect(value * (unit === 'meter' ? 1 : 1000)).toBeCloseTo(metres, 5);
      }),
    );
  });

  it('use the language’s number format', () => {
    expect(lengthText(12_345, 'metric', 'de')).toBe('12,3 km');
    expect(lengthText(500, 'metric', 'ru')).toBe('500 м');
  });
});

describe('areas', () => {
  it('have hectares and acres', () => {
    expect(landText(12_400, 'en')).toBe('1.24 ha · 3.06 ac');
    expect(landText(4_046_856.422_4, 'de')).toBe('405 ha · 1.000 ac');
  });

  it('have the units of the language', () => {
    expect(landText(12_400, 'ru')).toMatch(/^1,24\sга · 3,06\sакр/);
    expect(areaText(20_000, 'imperial', 'ru', String)).toMatch(/^4,94\sакр/);
    const withUnit = (unit: string, number: string) => `${number} ${unit}`;
    expect(areaText(500, 'metric', 'ru', withUnit)).toBe('500 square-meters');
  });

  it.each([
    [500, 'metric', '500 square-meters'],
    [2_999_999, 'metric', '2,999,999 square-meters'],
    [3_000_000, 'metric', '3.00 square-kilometers'],
    [100, 'imperial', '1,076 square-feet'],
    [20_000, 'imperial', '4.94 ac'],
    [10_000_000, 'imperial', '3.86 square-miles'],
  ] as const)('%d m² in %s read %s', (squareMetres, system, text) => {
    expect(areaText(squareMetres, system, 'en', (unit, number) => `${number} ${unit}`)).toBe(text);
  });

  it('change their unit at three square kilometres', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e14, noNaN: true }), (squareMetres) => {
        expect(areaIn(squareMetres, 'metric').unit).toBe(
          squareMetres < 3_000_000 ? 'square-meters' : 'square-kilometers',
        );
      }),
    );
  });
});

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
