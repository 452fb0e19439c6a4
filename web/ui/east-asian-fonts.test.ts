import { expect, it } from 'vitest';
import { eastAsianFontOf } from '../../wire/east-asian-fonts.ts';
import { allLanguages } from '../../wire/languages.ts';
import { isEastAsian } from './east-asian-fonts.ts';

it('the languages whose pages need a font at once are those that have one', () => {
  const withFont = allLanguages.filter((language) => eastAsianFontOf(language) !== undefined);
  expect(allLanguages.filter(isEastAsian)).toEqual(withFont);
  expect(withFont).toHaveLength(5);
});
