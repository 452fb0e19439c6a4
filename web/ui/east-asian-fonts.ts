import type { ScriptFace } from 'virtual:script-faces';

/**
 * A Chinese and a Korean letter of a single horizontal stroke. What browsers draw for a letter that no font has, a box, is
 * higher than half of the font's size.
 */
const strokes = ['一', 'ㅡ'];

let computerHas: boolean | undefined;

/** Whether fonts of the computer have Chinese and Korean letters. */
function computerHasFonts(): boolean {
  const size = 40;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return true;
  context.font = `${size}px sans-serif`;
  return strokes.every((stroke) => {
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(stroke);
    return above + below > 0 && above + below < size * 0.4;
  });
}

/** Faces of Chinese, Japanese and Korean characters; none on a computer with such fonts, which has no need of them. */
export async function eastAsianFaces(language: string): Promise<readonly ScriptFace[]> {
  if ((computerHas ??= computerHasFonts())) return [];
  return (await import('./east-asian-faces.ts')).loadEastAsianFaces(language);
}

/** Gives the page these faces. */
export async function addEastAsianFonts(language: string): Promise<void> {
  if ((computerHas ??= computerHasFonts())) return;
  await (await import('./east-asian-faces.ts')).addEastAsianFaces(language);
}
