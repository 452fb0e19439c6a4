import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, hasArabic, scriptRuns } from './pdf-text.ts';

const measure = (text: string) => [...text].length;

describe('a line with a limited width', () => {
  it('is unchanged when it fits', () => {
    expect(fitted('Қала картасы', measure, 12)).toBe('Қала картасы');
  });

  it('is truncated where necessary, never inside a grapheme', () => {
    expect(fitted('Public transport stops', measure, 10)).toBe('Public tr…');
    expect(fitted('🏙🏙🏙🏙', measure, 3)).toBe('🏙🏙…');
    expect(fitted('👩‍👩‍👧 शहर का नक्शा', measure, 4)).toBe('…');
    expect(fitted('नक्शा और शहर', measure, 5)).toBe('न…');
  });

  it('always fits, however narrow', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, room) => {
        expect(measure(fitted(text, measure, room))).toBeLessThanOrEqual(room);
      }),
    );
  });
});

describe('the searchable text over an Arabic image', () => {
  it.each([
    ['معالم المدينة', ['+معالم المدينة']],
    ['معالم 2026 (OSM)', ['+معالم', '- 2026 (OSM)']],
    ['OSM: معالم', ['-OSM: ', '+معالم']],
    ['٢١/١١/٢٠٢٦', ['+٢١', '-/', '+١١', '-/', '+٢٠٢٦']],
    ['', []],
  ])('%j is split by script', (text, runs) => {
    expect(scriptRuns(text).map((run) => `${run.arabic ? '+' : '-'}${run.text}`)).toEqual(runs);
  });

  it('contains all text in reading order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('م', 'ن ', 'a', ' ', '٣', '3', '،')), (parts) => {
        const text = parts.join('');
        const runs = scriptRuns(text);
        expect(runs.map((run) => run.text).join('')).toBe(text);
        expect(runs.some((run) => run.arabic)).toBe(hasArabic(text));
      }),
    );
  });

  it('is not needed for Kazakh', () => {
    expect(hasArabic('Қазақстан: Көрікті жерлер')).toBe(false);
  });
});
