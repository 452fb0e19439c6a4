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
 * The product's faces of Chinese, Japanese and Korean characters, those of the language last: where several
 * faces of a family have a character, browsers draw it with the last one.
 */
export async function loadEastAsianFaces(language: string): Promise<readonly ScriptFace[]> {
  const fonts = await Promise.all(eastAsianFontsFor(language).map((font) => facesOf[font]()));
  return fonts.flatMap(({ faces }) => faces);
}

let added: readonly FontFace[] = [];
let latest: string | undefined;

/**
 * Gives them to the page, instead of those of another language; the browser loads the files with characters
 * that it shows.
 */
export async function addEastAsianFaces(language: string): Promise<void> {
  latest = language;
  const loaded = await loadEastAsianFaces(language);
  // The reader has changed the language again meanwhile.
  if (latest !== language) return;
  const faces = loaded.map(
    ({ family, source, range, weight }) => new FontFace(family, source, { unicodeRange: range, weight }),
  );
  for (const face of added) document.fonts.delete(face);
  for (const face of faces) document.fonts.add(face);
  added = faces;
}
