import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaIn, areaText, lengthIn, lengthText } from './units.ts';

describe('lengths', () => {
  it.each([
    [0, 'metric', '0.00 m'],
    [12.345, 'metric', '12.3 m'],
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
  it.each([
    [500, 'metric', '500\u00A0m²'],
    [2_999_999, 'metric', '2,999,999\u00A0m²'],
    [3_000_000, 'metric', '3.00\u00A0km²'],
    [100, 'imperial', '1,076\u00A0ft²'],
    [20_000, 'imperial', '4.94\u00A0ac'],
    [10_000_000, 'imperial', '3.86\u00A0mi²'],
  ] as const)('%d m² in %s read %s', (squareMetres, system, text) => {
    expect(areaText(squareMetres, system, 'en')).toBe(text);
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
