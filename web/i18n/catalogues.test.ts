import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLanguage } from '../../wire/languages.ts';
import { english } from './english.ts';

const files = import.meta.glob<Record<string, string>>(
  ['../**/messages/*.json', '../../integration-kinds/*/messages/*.json'],
  {
    eager: true,
    import: 'default',
  },
);
const languages = new Set(Object.keys(files).map((file) => path.basename(file, '.json')));
const catalogues = [...languages].map(
  (language) =>
    [
      language,
      Object.assign(
        {},
        ...Object.entries(files)
          .filter(([file]) => path.basename(file) === `${language}.json`)
          .map(([, messages]) => messages),
      ) as Record<string, string>,
    ] as const,
);
const sources = import.meta.glob<string>('/{web,integration-kinds}/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** `gallery.count_one` belongs to the message `gallery.count`. */
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const plurals = new Set(
  Object.keys(english)
    .filter((key) => key !== baseOf(key))
    .map(baseOf),
);

/** The keys a language may have: each message, and of those with a count every plural form of the language. */
function keysFor(language: string): Set<string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const bases = [...new Set(Object.keys(english).map(baseOf))];
  return new Set(
    bases.flatMap((base) => (plurals.has(base) ? forms.map((form) => `${base}_${form}`) : [base])),
  );
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();

describe.each(catalogues)('the catalogue %s', (language, messages) => {
  it('belongs to an offered language', () => {
    expect(isLanguage(language) || isLanguage(`${language}-EG`)).toBe(true);
  });

  // Missing messages fall back to English; `npm run check:release` fails on them.
  it('has only messages that English has', () => {
    const known = keysFor(language);
    expect(Object.keys(messages).filter((key) => !known.has(key))).toEqual([]);
  });

  it('has the same placeholders as English, and no empty message', () => {
    const wrong = Object.entries(messages).filter(([key, text]) => {
      const original =
        (english as Record<string, string>)[key] ??
        (english as Record<string, string>)[`${baseOf(key)}_other`] ??
        '';
      // A language may say "no maps" without a number.
      const missingIsFine = key.endsWith('_zero');
      return (
        text.trim() === '' || (!missingIsFine && placeholders(text).join() !== placeholders(original).join())
      );
    });
    expect(wrong).toEqual([]);
  });

  it('is translated', () => {
    if (language === 'en') return;
    // Single words may be equal in two languages, but sentences are not, except for names and licence texts.
    const fixed = [
      'app.titled',
      'viewer.poweredBy',
      'viewer.coordinates',
      'analysis.result',
      'analysis.resultOf',
      'export.format.png',
      'layers.symbol.chosen',
      'layers.symbol.rotation',
      'administration.portal.group',
      'administration.portal.finding.portal',
      'administration.portal.finding.organisation',
      'administration.portal.kind.online',
      'administration.portal.kind.enterprise',
    ];
    const same = Object.entries(messages).filter(
      ([key, text]) => text === (english as Record<string, string>)[key],
    );
    expect(same.filter(([key, text]) => text.includes(' ') && !fixed.includes(key))).toEqual([]);
  });
});

describe('the messages', () => {
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
