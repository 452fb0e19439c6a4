import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { sample } from '../../testing/rig/long.ts';
import { eastAsianFiles, eastAsianFontOf } from '../../wire/east-asian-fonts.ts';
import { fontFile, fontWeights, lettersOf, rangesOf, scriptFonts } from '../../wire/script-fonts.ts';
import { readTranslation, translatedLanguages } from '../translations/catalogues.ts';

const packages = fileURLToPath(new URL('../../node_modules/@fontsource', import.meta.url));

function open(font: string, file: string) {
  const opened = create(readFileSync(path.join(packages, font, 'files', file)));
  if (!('characterSet' in opened)) throw new Error(`${file} is a collection.`);
  return opened;
}

/** The code points that a page's faces have at a weight. */
function charactersAt(weight: number): Set<number> {
  const roboto = readdirSync(path.join(packages, 'roboto/files')).filter((file) =>
    file.endsWith(`-${weight}-normal.woff2`),
  );
  const ofScripts = scriptFonts.flatMap((font) => {
    const all = String.fromCodePoint(...open(font.font, fontFile(font, weight)).characterSet);
    return [...(all.match(lettersOf(font)) ?? [])].map((letter) => letter.codePointAt(0) ?? 0);
  });
  return new Set([...roboto.flatMap((file) => open('roboto', file).characterSet), ...ofScripts]);
}

describe.each(fontWeights)('the faces of weight %s', (weight) => {
  const known = charactersAt(weight);

  it.each(
    sample(
      translatedLanguages().filter((language) => !eastAsianFontOf(language)),
      4,
    ),
  )('have every letter, mark, digit and point of %s', (language) => {
    const texts = Object.values(readTranslation(language).messages).join('');
    const signs = new Set(texts.match(/[\p{L}\p{M}\p{N}\p{P}]/gu));
    expect([...signs].filter((sign) => !known.has(sign.codePointAt(0) ?? 0))).toEqual([]);
  });
});

describe('the files of a language written with Chinese characters', () => {
  const known = charactersAt(400);

  it.each(translatedLanguages().filter(eastAsianFontOf))(
    'have every letter, mark, digit and point of %s',
    (language) => {
      const font = eastAsianFontOf(language) ?? 'noto-sans-sc';
      const folder = path.join(packages, '../@fontsource-variable', font);
      const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<
        string,
        string
      >;
      for (const { name, range } of eastAsianFiles(font, ranges)) {
        const has = new Set(open('../@fontsource-variable/' + font, name).characterSet);
        for (const [first, last] of rangesOf({ range }))
          for (let code = first; code <= last; code += 1) if (has.has(code)) known.add(code);
      }
      const texts = Object.values(readTranslation(language).messages).join('');
      const signs = new Set(texts.match(/[\p{L}\p{M}\p{N}\p{P}]/gu));
      expect([...signs].filter((sign) => !known.has(sign.codePointAt(0) ?? 0))).toEqual([]);
    },
  );
});

describe('a face', () => {
  it('has no letters that another one has, which would be loaded as well', () => {
    const all = String.fromCodePoint(...Array.from({ length: 0xd800 - 0x20 }, (_, at) => at + 0x20));
    const letters = scriptFonts.flatMap((font) => all.match(lettersOf(font)) ?? []);
    expect(letters).toHaveLength(new Set(letters).size);
  });
});
