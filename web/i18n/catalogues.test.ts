import { describe, expect, it } from 'vitest';
import {
  missingMessages,
  readEnglish,
  readTranslation,
  requiredMessages,
  translatedLanguages,
  translationErrors,
} from '../../tools/translations/catalogues.ts';
import { otherAddress } from '../../tools/translations/address.ts';
import { american } from '../../tools/translations/american-english.ts';
import { halfEnglish } from '../../tools/translations/half-english.ts';
import { leftInEnglish } from '../../tools/translations/left-in-english.ts';
import { isLanguage } from '../../wire/languages.ts';
import { english } from './english.ts';

const all = readEnglish();
const sources = import.meta.glob<string>('/{web,integration-kinds}/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** `gallery.count_one` belongs to the message `gallery.count`. */
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

describe.each(translatedLanguages())('the messages of %s', (language) => {
  const { language: tag, messages } = readTranslation(language);

  it('are in the file of that language', () => {
    expect(tag).toBe(language);
    expect(isLanguage(language) || Intl.getCanonicalLocales(language)[0] === language).toBe(true);
  });

  it('come with the language’s words for the main terms', () => {
    const { terms = {} } = readTranslation(language);
    expect(Object.keys(terms)).toEqual(
      expect.arrayContaining(Object.keys(readTranslation('pl').terms ?? {})),
    );
    expect(Object.values(terms)).not.toContain('');
  });

  // Missing messages fall back to English; `npm run check:release` fails on them.
  it('are those that English has, in the language’s plural forms, with the same placeholders, and not empty', () => {
    expect(translationErrors(all, messages, language)).toEqual([]);
  });

  it('have every plural form of a message that has one', () => {
    const missing = missingMessages(all, messages, language);
    const bases = new Set(Object.keys(messages).map(baseOf));
    const plurals = [...requiredMessages(all, language).keys()].filter((key) => key !== baseOf(key));
    expect(plurals.filter((key) => key in missing && bases.has(baseOf(key)))).toEqual([]);
  });

  it.skipIf(language === american)(
    'are translated: those equal to English have names and shared words only',
    () => {
      expect(leftInEnglish(all, readTranslation(language))).toEqual([]);
    },
  );

  it('address their reader in one way: formal ones have no familiar pronoun, familiar ones no formal one', () => {
    expect(otherAddress(readTranslation(language))).toEqual([]);
  });
});

/** Names that i18next reads as its own options. https://www.i18next.com/translation-function/essentials */
const reserved = [
  'lng',
  'lngs',
  'ns',
  'context',
  'defaultValue',
  'ordinal',
  'replace',
  'postProcess',
  'interpolation',
];

describe('the messages', () => {
  it('have no placeholder whose value i18next would take for an option, such as another language', () => {
    const placeholders = Object.values(all).flatMap((text) => text.match(/(?<=\{\{)\w+/g) ?? []);
    expect(placeholders.filter((name) => reserved.includes(name))).toEqual([]);
  });

  it('of languages with another script have words of that language only, besides names', () => {
    expect(halfEnglish(translatedLanguages().map(readTranslation))).toEqual([]);
  });

  it('are all used', () => {
    const code = Object.entries(sources)
      .filter(([file]) => !/\.test\.tsx?$/.test(file))
      .map(([, text]) => text)
      .join('\n');
    const prefixes = [...code.matchAll(/`([a-z]+(?:\.[A-Za-z]+)*\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const unused = Object.keys(english).filter(
      (key) => !code.includes(`'${baseOf(key)}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});
