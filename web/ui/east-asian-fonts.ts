import type { ScriptFace } from 'virtual:script-faces';

/**
 * Whether a page in this language has Chinese, Japanese or Korean letters, which are boxes without a font.
 * The list of fonts, which has the languages too, would be loaded with every page; a test compares them.
 */
export const isEastAsian = (language: string) => /^(zh|ja|ko)/.test(language);

/**
 * Chinese and Korean letters: the first is a single horizontal stroke, where browsers draw a box that is higher than half of the
 * font's size for a letter that no font has. Some fonts of other scripts have it and few others, so two more are compared, for which
 * browsers draw the same box.
 */
const han = '一口卜';
const hangul = 'ㅡ가으';

const measured = new Map<string, boolean>();

/**
 * Whether fonts of the computer have the letters of a language: Korean, Chinese and Japanese, or both for a
 * language that needs neither itself, whose pages show names of both.
 */
function computerHasFonts(language: string): boolean {
  const own = language.startsWith('ko') ? [hangul] : [han];
  const scripts = isEastAsian(language) ? own : [han, hangul];
  return scripts.every((letters) => {
    const known = measured.get(letters) ?? areDrawn(letters);
    measured.set(letters, known);
    return known;
  });
}

const size = 40;

function areDrawn(letters: string): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return true;
  context.font = `${size}px sans-serif`;
  return areLetters([...letters].map((letter) => context.measureText(letter)));
}

type Box = Pick<TextMetrics, `actualBoundingBox${'Ascent' | 'Descent' | 'Left' | 'Right'}`>;

/** Whether what a browser draws for a stroke and two more letters, in 40 pixels, are these letters. */
export function areLetters([stroke, ...others]: readonly Box[]): boolean {
  const height = stroke ? stroke.actualBoundingBoxAscent + stroke.actualBoundingBoxDescent : 0;
  const [one, other] = others.map((box) =>
    [
      box.actualBoundingBoxAscent,
      box.actualBoundingBoxDescent,
      box.actualBoundingBoxLeft,
      box.actualBoundingBoxRight,
    ].join(),
  );
  return height > 0 && height < size * 0.4 && one !== other;
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
