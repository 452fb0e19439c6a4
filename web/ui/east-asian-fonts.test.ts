import { expect, it } from 'vitest';
import { eastAsianFontOf } from '../../wire/east-asian-fonts.ts';
import { allLanguages } from '../../wire/languages.ts';
import { areLetters, isEastAsian } from './east-asian-fonts.ts';

it('the languages whose pages need a font at once are those that have one', () => {
  const withFont = allLanguages.filter((language) => eastAsianFontOf(language) !== undefined);
  expect(allLanguages.filter(isEastAsian)).toEqual(withFont);
  expect(withFont).toHaveLength(5);
});

const box = (ascent: number, descent: number, right = 24) => ({
  actualBoundingBoxAscent: ascent,
  actualBoundingBoxDescent: descent,
  actualBoundingBoxLeft: 0,
  actualBoundingBoxRight: right,
});
const missing = box(29, 0);

it.each([
  ['a font has them', [box(18, -15, 40), box(30, 2, 36), box(33, 3, 30)], true],
  ['no font has them', [missing, missing, missing], false],
  ['a font of another script has the stroke only', [box(18, -15, 40), missing, missing], false],
])('letters are drawn where %s', (_where, boxes, areThere) => {
  expect(areLetters(boxes)).toBe(areThere);
});
