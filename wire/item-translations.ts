import { isObject, objectOf } from './json.ts';
import { closest, isLanguageTag } from './languages.ts';

/**
 * The member of an item's `properties` that holds its texts in other languages. Other programs keep and ignore it
 * (https://developers.arcgis.com/rest/users-groups-and-items/item/).
 */
export const itemTranslationsMember = 'mappingTranslations';

/** The texts of an item that can be translated. */
export const itemTextNames = ['title', 'snippet'] as const;
export type ItemTextName = (typeof itemTextNames)[number];
export type ItemTexts = Partial<Record<ItemTextName, string>>;
/** By BCP 47 tag. */
export type ItemTranslations = Readonly<Record<string, ItemTexts>>;

/** An item as portals answer it, as far as it is read here. */
export interface TranslatedItem {
  title?: string | null;
  snippet?: string | null;
  properties?: unknown;
}

/** The translations in an item's `properties`; other programs may have written anything there. */
export function translationsOfItem(properties: unknown): ItemTranslations {
  const member = isObject(properties) ? properties[itemTranslationsMember] : undefined;
  if (!isObject(member)) return {};
  const found = Object.entries(member).flatMap(([tag, texts]) => {
    if (!isLanguageTag(tag) || !isObject(texts)) return [];
    const read = itemTextNames.flatMap((name) => {
      const text = texts[name];
      return typeof text === 'string' && text.trim() !== '' ? [[name, text] as const] : [];
    });
    return read.length > 0 ? [[tag, Object.fromEntries(read)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** `properties` with other translations; its other members stay. */
export function withItemTranslations(
  properties: unknown,
  translations: ItemTranslations,
): Record<string, unknown> {
  const { [itemTranslationsMember]: _was, ...others } = objectOf(properties);
  if (Object.keys(translations).length === 0) return others;
  return { ...others, [itemTranslationsMember]: translations };
}

/** A text of an item in a language or the nearest one (`zh-HK` reads `zh-TW`), else as its owner wrote it; may be empty. */
export function itemText(item: TranslatedItem, name: ItemTextName, language: string): string {
  const own = item[name] ?? '';
  if (!item.properties) return own;
  const translations = translationsOfItem(item.properties);
  const tag = closest(
    language,
    Object.keys(translations).filter((each) => translations[each]?.[name]),
  );
  return (tag && translations[tag]?.[name]) || own;
}
