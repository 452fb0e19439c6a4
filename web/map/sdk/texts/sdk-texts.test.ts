import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { normalizeLocale } from '@arcgis/toolkit/intl';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../../../../tools/arcgis/sdk-packages.ts';
import { substitute } from '../../../../tools/arcgis/substitutes.ts';
import { translatedLanguages } from '../../../../tools/translations/catalogues.ts';
import { type SdkTexts, textsOf, translated } from './sdk-texts.ts';

const files = import.meta.glob<{ language: string; texts: SdkTexts }>('/translations/map-sdk/*.json', {
  eager: true,
  import: 'default',
});
const byLanguage = Object.values(files).map(({ language, texts }) => [language, texts] as const);
const known = Object.keys(byLanguage[0]?.[1] ?? {});

/** Every English text of the SDK and its components. */
const english = new Set(
  [
    path.join(packageFolder('@arcgis/core'), 'assets'),
    path.join(packageFolder('@arcgis/map-components'), 'dist/cdn/assets'),
  ].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(_en|messages\.en)\.json$/.test(file))
      .flatMap((file) => textsIn(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))),
  ),
);

function textsIn(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages];
  return typeof messages === 'object' && messages ? Object.values(messages).flatMap(textsIn) : [];
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
/** Without placeholders, and abbreviations that every language writes alike. */
const wordsOf = (text: string) => text.replaceAll(/\{\w+\}|\b(HTTPS|URL|CSV|WebGL2|Ctrl|3D|OK|X|Y|x)\b/g, '');
const isSentence = (text: string) => /[A-Za-z][a-z]+ [a-z]{2,}/.test(wordsOf(text));
const isLatin = (texts: SdkTexts) => /^[a-zçəğıöşüîûêáéíóúýþæð]/i.test(texts['Close'] ?? '');

describe('texts of the map SDK', () => {
  it('exist in every language that the SDK does not have', () => {
    const lacking = translatedLanguages().filter(
      (language) => normalizeLocale(language) === 'en' && !language.startsWith('en'),
    );
    expect(byLanguage.map(([language]) => language)).toEqual(expect.arrayContaining(lacking));
    expect(lacking.length).toBeGreaterThan(15);
  });

  it('belong to a version of the SDK that has them', () => {
    expect(known.filter((text) => !english.has(text))).toEqual([]);
    // As docs/languages.md says.
    expect(known).toHaveLength(678);
    expect(Math.round(english.size / 50) * 50).toBe(2750);
  });

  it('are not loaded for languages of the SDK', async () => {
    expect(textsOf('en')).toBeUndefined();
    expect(textsOf('pt-BR')).toBeUndefined();
    expect(await textsOf('km-KH')).toEqual(await textsOf('km'));
  });

  it('take the place of English ones, at any depth', () => {
    const messages = { high: 'High', more: { close: 'Close', ids: ['High'] }, own: 'Unknown here', size: 3 };
    expect(translated(messages, { High: 'ខ្ពស់', Close: 'បិទ' })).toEqual({
      high: 'ខ្ពស់',
      more: { close: 'បិទ', ids: ['ខ្ពស់'] },
      own: 'Unknown here',
      size: 3,
    });
  });

  it('reach the components through the module by which they load theirs', () => {
    const module = '@arcgis/toolkit/intl';
    expect(substitute(module, '/a/node_modules/@arcgis/lumina/index.js')).toMatch(/component-texts\.ts$/);
    expect(substitute(module, '/a/web/map/sdk/texts/component-texts.ts')).toBeUndefined();
  });
});

describe.each(byLanguage)('texts of the map SDK in %s', (language, texts) => {
  it('are in the file of that language, the same ones as in other languages', () => {
    expect(Object.keys(files)).toContain(`/translations/map-sdk/${language}.json`);
    expect(Object.keys(texts)).toEqual(known);
  });

  it('are translated, with the same placeholders', () => {
    const entries = Object.entries(texts);
    expect(entries.filter(([, text]) => !text.trim())).toEqual([]);
    expect(entries.filter(([key, text]) => placeholders(key).join() !== placeholders(text).join())).toEqual(
      [],
    );
    const untranslated = isLatin(texts)
      ? entries.filter(([key, text]) => key === text && isSentence(text))
      : entries.filter(([, text]) => /[A-Za-z]{2}/.test(wordsOf(text)));
    expect(untranslated).toEqual([]);
  });

  it('cost the readers of a map at most 10 kB', () => {
    expect(brotliCompressSync(JSON.stringify(texts)).length).toBeLessThanOrEqual(10_000);
  });
});
