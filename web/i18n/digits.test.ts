import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { baseOf, readTranslation, translatedLanguages } from '../../tools/translations/catalogues.ts';
import { allLanguages } from '../../wire/languages.ts';
import { formatLocale } from './format-locale.ts';

/** Names, which have Latin digits in every language. */
const names = [
  /[A-Za-z]+\d\w*|\d+[A-Za-z]\w*/g,
  /EPSG:\d+/g,
  /\b(?:WGS 84|UTF-8|EN 301 549|WCAG 2\.2|Excel 97–2003|(?:SAML|OAuth) 2(?:\.0)?)/g,
  // A clause of Google's terms.
  /3\.2\.3 e/g,
];

/** Messages with examples of what is typed: addresses, codes, versions, conditions. */
const examples = [
  'error.refusal.provider-of-many',
  'gallery.fields.values.numbers',
  'kind.help.apiVersion',
  'kind.help.srs',
  'kind.help.time',
  'kind.help.wkid',
  'measure.epsg.how',
  'select.condition.how',
];

/** The digits of a text that are neither those of a name nor of a placeholder. */
function digitsOf(text: string): string[] {
  const plain = [/\{\{?\w+\}?\}/g, ...names].reduce((rest, name) => rest.replaceAll(name, ''), text);
  return plain.match(/\p{Nd}/gu) ?? [];
}

/** The digits of numbers that messages and pages show a reader of a language. */
const ofNumbers = (locale: string) => [
  ...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210),
];

/** The numbers of readers in any region that decides their format. */
const regions = ['AE', 'AF', 'BD', 'EG', 'GB', 'IN', 'IQ', 'IR', 'MA', 'MM', 'NP', 'PK', 'SA', 'US'];

describe.each(translatedLanguages())('the numbers of %s', (language) => {
  const readers = allLanguages.filter((one) => one === language || one.split('-')[0] === language);
  const [digits = '', ...others] = new Set(
    readers.flatMap((reader) =>
      [undefined, ...regions].flatMap((region) => {
        const preferred = region ? [`${language.split('-')[0]}-${region}`] : [];
        return [preferred, []].map((tags) =>
          ofNumbers(formatLocale(reader, tags, region, allLanguages)).join(''),
        );
      }),
    ),
  );

  it('have the same digits for all of its readers, those of its sign-in pages and its mail', () => {
    expect(others).toEqual([]);
    expect(digits).toBe(ofNumbers(language).join(''));
  });

  it('have these digits in the messages, too', () => {
    const { messages } = readTranslation(language);
    const faults = Object.entries(messages).filter(
      ([key, text]) =>
        !examples.includes(baseOf(key)) && digitsOf(text).some((digit) => !digits.includes(digit)),
    );
    expect(faults).toEqual([]);
  });
});

const sdkFolder = new URL('../../translations/map-sdk/', import.meta.url);

it.each(readdirSync(sdkFolder))('the texts of the map SDK in %s have the digits of its numbers', (file) => {
  const { texts } = JSON.parse(readFileSync(new URL(file, sdkFolder), 'utf8')) as {
    texts: Record<string, string>;
  };
  const digits = ofNumbers(file.replace('.json', ''));
  expect(
    Object.entries(texts).filter(([, text]) => digitsOf(text).some((digit) => !digits.includes(digit))),
  ).toEqual([]);
});
