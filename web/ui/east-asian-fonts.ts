import type { ScriptFace } from 'virtual:script-faces';
import { type EastAsianFont, eastAsianFontsFor } from '../../wire/east-asian-fonts.ts';

const facesOf: Record<EastAsianFont, () => Promise<{ faces: readonly ScriptFace[] }>> = {
  'noto-sans-sc': () => import('virtual:east-asian-faces/noto-sans-sc'),
  'noto-sans-tc': () => import('virtual:east-asian-faces/noto-sans-tc'),
  'noto-sans-hk': () => import('virtual:east-asian-faces/noto-sans-hk'),
  'noto-sans-jp': () => import('virtual:east-asian-faces/noto-sans-jp'),
  'noto-sans-kr': () => import('virtual:east-asian-faces/noto-sans-kr'),
};

/**
 * A Chinese and a Korean letter of a single horizontal stroke. What browsers draw for a letter that no font has, a box, is
 * higher than half of the font's size.
 */
const strokes = ['一', 'ㅡ'];

let drawsAll: boolean | undefined;

/** Whether fonts of the computer have Chinese and Korean letters. */
function computerHasFonts(): boolean {
  const size = 40;
  const draws = () => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return true;
    context.font = `${size}px sans-serif`;
    return strokes.every((stroke) => {
      const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(stroke);
      return above + below > 0 && above + below < size * 0.4;
    });
  };
  return (drawsAll ??= draws());
}

/**
 * Faces of Chinese, Japanese and Korean characters, those of the language last: where several faces of a family have a
 * character, browsers draw it with the last one.
 * @returns none on a computer with such fonts, which has no need of them
 */
export async function eastAsianFaces(language: string): Promise<readonly ScriptFace[]> {
  if (computerHasFonts()) return [];
  const fonts = await Promise.all(eastAsianFontsFor(language).map((font) => facesOf[font]()));
  return fonts.flatMap(({ faces }) => faces);
}

let added: readonly FontFace[] = [];

/** Gives the page these faces; the browser loads the files of those with characters that it shows. */
export async function addEastAsianFonts(language: string): Promise<void> {
  const faces = (await eastAsianFaces(language)).map(
    ({ family, source, range, weight }) => new FontFace(family, source, { unicodeRange: range, weight }),
  );
  for (const face of added) document.fonts.delete(face);
  for (const face of faces) document.fonts.add(face);
  added = faces;
}
