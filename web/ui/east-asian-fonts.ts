import type { ScriptFace } from 'virtual:script-faces';

/**
 * Whether a page in this language has Chinese, Japanese or Korean letters, which are boxes without a font.
 * The list of fonts, which has the languages too, would be loaded with every page; a test compares them.
 */
export const isEastAsian = (language: string) => /^(zh|ja|ko)/.test(language);

/**
 * A Chinese and a Korean letter of a single horizontal stroke. What browsers draw for a letter that no font
 * has, a box, is higher than half of the font's size.
 */
const han = '一';
const hangul = 'ㅡ';

const measured = new Map<string, boolean>();

/**
 * Whether fonts of the computer have the letters of a language: Korean, Chinese and Japanese, or both for a
 * language that needs neither itself, whose pages show names of both.
 */
function computerHasFonts(language: string): boolean {
  const own = language.startsWith('ko') ? [hangul] : [han];
  const strokes = isEastAsian(language) ? own : [han, hangul];
  return strokes.every((stroke) => {
    const known = measured.get(stroke) ?? isStroke(stroke);
    measured.set(stroke, known);
    return known;
  });
}

/** Whether the browser draws a letter as a stroke, and not as a box. */
function isStroke(letter: string): boolean {
  const size = 40;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return true;
  context.font = `${size}px sans-serif`;
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(letter);
  return above + below > 0 && above + below < size * 0.4;
}

/** Faces of Chinese, Japanese and Korean characters; none on a computer with such fonts, which has no need of them. */
export async function eastAsianFaces(language: string): Promise<readonly ScriptFace[]> {
  if (computerHasFonts(language)) return [];
  return (await import('./east-asian-faces.ts')).loadEastAsianFaces(language);
}

/** Gives the page these faces. */
export async function addEastAsianFonts(language: string): Promise<void> {
  if (computerHasFonts(language)) return;
  await (await import('./east-asian-faces.ts')).addEastAsianFaces(language);
}
