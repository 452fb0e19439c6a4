import { describe, expect, it } from 'vitest';
import { readEnglish, readTranslation, translatedLanguages } from '../../tools/translations/catalogues.ts';

/** Terms with one meaning in messages. “Label” and “group”, for example, have two. */
const terms = (
  'web map, map, layer, group layer, table, field, popup, legend, basemap, extent, scale, spatial reference, coordinate system, ' +
  'bookmark, chart, histogram, swipe, portal, folder, gallery, member, visitor, organisation, administrator, role'
).split(', ');

/** Those whose words begin with the same letters in nearly every form. */
const inSentences = 'layer, popup, legend, basemap, bookmark, extent, scale, portal, organisation'.split(
  ', ',
);
/** Plurals of “layer” that begin with other letters. */
const layers: Record<string, string | undefined> = { be: 'слаі', is: 'lög', nl: 'lagen' };

/** The lowest was 80 % in November 2026 (“basemap” in Arabic, “legend” in Amharic); nearly all others were 100 %. */
const lowestShare = 0.75;

/** Text without values, accents and the Arabic article. */
const plain = (text: string, language: string) =>
  text
    .replaceAll(/\{\{\w+\}\}/g, '')
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/(?<!\p{L})ال/gu, '');

/** The first letters of a term's longest word. */
function stemOf(term: string, language: string) {
  const words = plain(term, language).split(/[\s-]+/);
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
  return longest.slice(0, Math.max(2, Math.min(3, longest.length - 1)));
}

const english = Object.entries(readEnglish()).map(([key, text]) => [key, plain(text, 'en')] as const);
const keysOf = (pattern: RegExp) => english.filter(([, text]) => pattern.test(text)).map(([key]) => key);
const labels = new Map(terms.map((term) => [term, keysOf(new RegExp(`^${term}$`))]));
const sentences = new Map(inSentences.map((term) => [term, keysOf(new RegExp(`\\b${term}s?\\b`))]));

describe.each(translatedLanguages())('the messages of %s use its word for a term', (language) => {
  const { terms: words = {}, messages } = readTranslation(language);
  const textsOf = (keys: string[] = []) => keys.flatMap((key) => messages[key] ?? []);

  it.each(terms)('where they consist of “%s”', (term) => {
    const word = plain(words[term] ?? '', language);
    const others = textsOf(labels.get(term)).filter((text) => !plain(text, language).includes(word));
    expect(others).toEqual([]);
  });

  it.each(inSentences)('in sentences with “%s”', (term) => {
    const forms = [words[term], term === 'layer' ? layers[language] : undefined];
    const stems = forms.flatMap((form) => (form ? [stemOf(form, language)] : []));
    const texts = textsOf(sentences.get(term));
    const others = texts.filter((text) => !stems.some((stem) => plain(text, language).includes(stem)));
    expect(others.length > texts.length * (1 - lowestShare) ? others : []).toEqual([]);
  });
});
