import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blend, contrastOf, readableOn } from './palette.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrastOf', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#78a942', '#ffffff', 2.77],
    ['#777777', '#ffffff', 4.48],
  ])('%s on %s is %d', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 1);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });
});

describe('readableOn', () => {
  it('keeps a readable colour', () => {
    expect(readableOn('#1b5e20', '#ffffff', 4.5)).toBe('#1b5e20');
  });

  it('is readable on every surface, whatever colour an organisation chooses', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom('#ffffff', '#f7f8f6', '#16181a', '#1f2224'), (chosen, surface) => {
        expect(contrastOf(readableOn(chosen, surface, 4.5), surface)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

describe('blend', () => {
  it('interpolates between two colours', () => {
    expect(blend('#000000', '#ffffff', 0)).toBe('#000000');
    expect(blend('#000000', '#ffffff', 1)).toBe('#ffffff');
    expect(blend('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
});
