import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, paletteFor } from './palette.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe.each(['light', 'dark'] as const)('the %s palette', (scheme) => {
  it('keeps the given primary colour', () => {
    expect(paletteFor(scheme, '#78A942').primary.main).toBe('#78A942');
  });

  it('has readable text', () => {
    const { text, background } = paletteFor(scheme, '#78A942');
    for (const surface of [background.default, background.paper]) {
      expect(contrastOf(text.primary, surface)).toBeGreaterThanOrEqual(7);
      expect(contrastOf(text.secondary, surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has a readable red', () => {
    const { error = { main: '#d32f2f' }, background } = paletteFor(scheme, '#78A942');
    for (const surface of [background.default, background.paper])
      expect(contrastOf(error.main, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it('has outlines of controls that are seen', () => {
    const { outline, background } = paletteFor(scheme, '#78A942');
    for (const surface of [background.default, background.paper])
      expect(contrastOf(outline.main, surface)).toBeGreaterThanOrEqual(3);
  });

  it('has readable text with and on any primary colour', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { primary, background } = paletteFor(scheme, chosen);
        expect(contrastOf(primary.readable, background.default)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(primary.mark, background.default)).toBeGreaterThanOrEqual(3);
        expect(contrastOf(primary.contrastText, primary.main)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
