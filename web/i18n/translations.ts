import { translated } from 'virtual:messages';
import {
  allLanguages,
  catalogueOf,
  isComplete,
  isLanguage,
  type Language,
  nativeName,
  offeredLanguages as offeredOf,
  percentOf,
  wordsOf as wordsIn,
} from '../../wire/languages.ts';
import { englishParts, type MessagePart } from './english-parts.ts';
import { unpackMessages } from './packed-messages.ts';

/** What loads the messages of a language; undefined for English, and without a file in `translations/`. */
async function catalogueIn(file: string | undefined) {
  if (file === undefined || !(file in translated)) return undefined;
  const { catalogues } = await import('virtual:messages/files');
  return catalogues[file]?.();
}

/**
 * A part of the messages of a language other than English.
 * @param language the name of a file in `translations/`; there are no messages for any other
 */
export async function loadCatalogue(language: string, part: MessagePart): Promise<Record<string, string>> {
  const catalogue = await catalogueIn(language);
  if (!catalogue) return {};
  if (part === 'start' && catalogue.formats && !isKnownToBrowser(language)) {
    const [{ installFormats }, { default: data }] = await Promise.all([
      import('./own-formats/install-formats.ts'),
      catalogue.formats(),
    ]);
    installFormats(language, data);
  }
  const [english, { default: packed }] = await Promise.all([
    englishParts[part](),
    part === 'start' ? { default: catalogue.start } : catalogue[part](),
  ]);
  return unpackMessages(english, packed);
}

/**
 * Whether this browser writes dates in a language: others write them in their user's, or as those of no
 * language (`M09`).
 */
function isKnownToBrowser(language: string): boolean {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format();
  return Intl.ListFormat.supportedLocalesOf(language).length > 0 && !/\bM\d\d\b/.test(text);
}

/** The component library's own texts in a language, for the theme; English is built in. */
export async function loadComponentTexts(language: Language): Promise<object> {
  const catalogue = await catalogueIn(catalogueOf(language, translated));
  return catalogue?.components[language] ?? {};
}

/**
 * The languages an organisation offers.
 * @param named tags of its configuration; none means every complete language
 */
export function offeredLanguages(named: readonly string[]): Language[] {
  return offeredOf(named, translated);
}

/** The languages that an organisation can offer: complete ones, and those of which a part is translated. */
export function translatedLanguages(): Language[] {
  return allLanguages.filter((language) => percentOf(language, translated) > 0);
}

/** The language of most words that the user of a language sees: English where less than half is translated. */
export function wordsOf(language: string): string {
  return isLanguage(language) ? wordsIn(language, translated) : language;
}

/** A language's own name, with the part that is translated unless it is complete: “हिन्दी — 62 %”. */
export function languageLabel(language: Language): string {
  const name = nativeName(language);
  if (isComplete(language, translated)) return name;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return `${name} — ${percent.format(percentOf(language, translated) / 100)}`;
}
