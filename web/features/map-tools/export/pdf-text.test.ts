import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, hasArabic, scriptRuns } from './pdf-text.ts';

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

describe('the words that lie over a picture of Arabic', () => {
  it.each([
    ['معالم المدينة', ['+معالم المدينة']],
    ['معالم 2026 (OSM)', ['+معالم', '- 2026 (OSM)']],
    ['OSM: معالم', ['-OSM: ', '+معالم']],
    ['٢١/١١/٢٠٢٦', ['+٢١', '-/', '+١١', '-/', '+٢٠٢٦']],
    ['', []],
  ])('%j is cut by script', (text, runs) => {
    expect(scriptRuns(text).map((run) => `${run.arabic ? '+' : '-'}${run.text}`)).toEqual(runs);
  });

  it('are all there, in the order of reading', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('م', 'ن ', 'a', ' ', '٣', '3', '،')), (parts) => {
        const text = parts.join('');
        const runs = scriptRuns(text);
        expect(runs.map((run) => run.text).join('')).toBe(text);
        expect(runs.some((run) => run.arabic)).toBe(hasArabic(text));
      }),
    );
  });

  it('Kazakh needs none of this', () => {
    expect(hasArabic('Қазақстан: Көрікті жерлер')).toBe(false);
  });
});
