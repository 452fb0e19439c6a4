import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted } from './pdf-text.ts';

const measure = (text: string) => [...text].length;

describe('a line that must fit', () => {
  it('stays when it does', () => {
    expect(fitted('Қала картасы', measure, 12)).toBe('Қала картасы');
  });

  it('is cut where it must be, never inside of a sign', () => {
    expect(fitted('Public transport stops', measure, 10)).toBe('Public tr…');
    expect(fitted('🏙🏙🏙🏙', measure, 3)).toBe('🏙🏙…');
  });

  it('always fits, however little room there is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, room) => {
        expect(measure(fitted(text, measure, room))).toBeLessThanOrEqual(room);
      }),
    );
  });
});
