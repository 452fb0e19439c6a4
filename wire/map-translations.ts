import * as z from 'zod/mini';
import { objectOf } from './json.ts';
import { type ItemTranslations, type TranslatedItem, withItemTranslations } from './item-translations.ts';
import { closest, isLanguageTag } from './languages.ts';

/** The member of a web map that holds its texts in other languages. Other programs ignore it. */
export const translationsMember = 'mappingTranslations';

const text = z.string().check(z.maxLength(20_000));
const texts = z
  .record(text, text)
  .check(z.refine((all) => Object.keys(all).length <= 10_000, 'A map has at most 10,000 texts.'));

/**
 * The texts of a map in other languages: by BCP 47 tag, the translation of each of the map's own texts (titles of layers,
 * names of fields, popups, legends, bookmarks). A text that occurs several times has one translation.
 */
export const mapTranslationsSchema = z.record(
  z.string().check(z.refine(isLanguageTag, 'Not a language tag.')),
  texts,
);
export type MapTranslations = z.infer<typeof mapTranslationsSchema>;

/** The translations in a web map document; undefined if there are none, or none that can be read. */
export function translationsIn(document: unknown): MapTranslations | undefined {
  return mapTranslationsSchema.safeParse(memberOf(document)).data;
}

function memberOf(document: unknown): unknown {
  return (document as Record<string, unknown> | null | undefined)?.[translationsMember];
}

/** A map's texts in one language, by the map's own. */
export type Dictionary = ReadonlyMap<string, string>;

/**
 * The dictionary for a reader's language or the nearest one (`zh-HK` reads `zh-TW`); undefined if the map has none, so
 * that its own texts are shown.
 */
export function dictionaryFor(document: unknown, language: string): Dictionary | undefined {
  const member = z.record(z.string(), z.unknown()).safeParse(memberOf(document)).data ?? {};
  // Only the reader's language is checked: a map may have many, with thousands of texts each.
  const tag = closest(language, Object.keys(member).filter(isLanguageTag));
  const own = (tag && texts.safeParse(member[tag]).data) || {};
  const entries = Object.entries(own).filter(([, translation]) => translation.trim() !== '');
  return entries.length > 0 ? new Map(entries) : undefined;
}

/**
 * The title of a map without an item, such as a link's, with the translations that its document has for it: they are among those of
 * the map's other texts.
 */
export function titledBy(title: string, document: unknown): TranslatedItem {
  const translations = Object.entries(objectOf(memberOf(document))).flatMap(([tag, all]) => {
    const own = objectOf(all);
    const translation = Object.hasOwn(own, title) ? own[title] : undefined;
    return typeof translation === 'string' ? [[tag, { title: translation }] as const] : [];
  });
  if (translations.length === 0) return { title };
  return { title, properties: withItemTranslations(undefined, Object.fromEntries(translations)) };
}

/**
 * A copy of a document that has the translations of an item's title among its own, for {@link titledBy}. A language that only the
 * title has gets the texts of the one that its readers had until then: they read one dictionary.
 */
export function withTitles<Document extends object>(
  document: Document,
  title: string,
  translations: ItemTranslations,
): Document {
  const own = objectOf(memberOf(document));
  const tags = Object.keys(own).filter(isLanguageTag);
  const added = Object.entries(translations).flatMap(([tag, texts]) => {
    if (!texts.title) return [];
    if (Object.hasOwn(own, tag)) return [[tag, { [title]: texts.title, ...objectOf(own[tag]) }] as const];
    const read = closest(tag, tags);
    return [[tag, { ...objectOf(read && own[read]), [title]: texts.title }] as const];
  });
  if (added.length === 0) return document;
  return { ...document, [translationsMember]: { ...own, ...Object.fromEntries(added) } };
}
