import path from 'node:path';
import type { Plugin } from 'vite';
import {
  englishOf,
  exchangeLetters,
  type PackedMessages,
  placeholderMark,
  placeholdersOf,
  smallMark,
  storedKeys,
} from '../../web/i18n/packed-messages.ts';
import { baseOf, locales } from '../../wire/languages.ts';
import {
  englishFiles,
  type MessagePart,
  type Messages,
  messageParts,
  percentTranslated,
  readEnglish,
  readTranslation,
  translatedLanguages,
  translationFile,
} from './catalogues.ts';
import { isUnknownToBrowsers, readFormatData } from './format-data.ts';

const virtual = 'virtual:messages';
/** In place of a language: the module that loads them. */
const files = 'files';
/** Loaded with the views that show them. */
const laterParts = messageParts.filter((part) => part !== 'start');
const root = path.resolve(import.meta.dirname, '../..');

/**
 * The messages of the languages in `translations/`, as modules that a page loads for its reader's language only:
 * `virtual:messages` names the languages, `virtual:messages/files` loads them, `virtual:messages/LANGUAGE` has what every page starts with and
 * `virtual:messages/LANGUAGE/PART` each other part, and `…/formats` how some languages write dates and numbers. They hold the texts without keys
 * (web/i18n/packed-messages.ts): with them, a language would have half its size again.
 */
export function messages(): Plugin {
  let sources: Sources | undefined;
  const forget = () => (sources = undefined);
  return {
    name: 'mapping:messages',
    buildStart: forget,
    watchChange: forget,
    resolveId: (id) => (id === virtual || id.startsWith(`${virtual}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${virtual}`)) return undefined;
      const [language, part] = id.slice(virtual.length + 2).split('/');
      sources ??= new Sources();
      for (const file of sources.files) this.addWatchFile(path.join(root, file));
      for (const one of language && language !== files ? [language] : translatedLanguages())
        this.addWatchFile(translationFile(one));
      if (!language) return `export const translated = ${JSON.stringify(translatedPercent())};`;
      if (language === files) return filesModule();
      if (part === 'formats') return `export default ${JSON.stringify(readFormatData(language))};`;
      if (part) return `export default ${packed(sources, language, part as MessagePart)};`;
      return startModule(sources, language);
    },
  };
}

/** The messages, read once until a file changes: there are hundreds of modules, and thousands of files to find them in. */
class Sources {
  readonly files = englishFiles();
  readonly #english = new Map<MessagePart, Messages>();
  readonly #translated = new Map<string, Messages>();

  english(part: MessagePart): Messages {
    const found = this.#english.get(part) ?? readEnglish(part, this.files);
    this.#english.set(part, found);
    return found;
  }

  translated(language: string): Messages {
    const found = this.#translated.get(language) ?? readTranslation(language).messages;
    this.#translated.set(language, found);
    return found;
  }
}

/** The name of a language's file in the build, for tools/arcgis/plugin.ts. */
export function messagesChunk(id: string): string | undefined {
  const components = /\/@mui\/material\/locale\/(\w+)\.m?js$/.exec(id)?.[1];
  const [tag] = Object.entries(locales).find(([, name]) => name === components) ?? [];
  if (tag) return `messages-${translatedLanguages().find((file) => file === tag) ?? baseOf(tag)}-start`;
  if (!id.startsWith(`\0${virtual}/`)) return undefined;
  const [language, part] = id.slice(virtual.length + 2).split('/');
  if (language === files) return 'messages-files';
  return part === 'others' ? `messages-${language}` : `messages-${language}-${part ?? 'start'}`;
}

/** How much of the product each language of `translations/` has, in percent by its tag. */
export function translatedPercent(): Record<string, number> {
  const english = readEnglish();
  return Object.fromEntries(
    translatedLanguages().map((language) => [
      language,
      percentTranslated(english, readTranslation(language).messages, language),
    ]),
  );
}

/** Apart from the names: the addresses of all languages have 2 kB compressed, and pages in English need none. */
function filesModule(): string {
  const loaders = translatedLanguages().map(
    (language) => `${JSON.stringify(language)}: () => import('${virtual}/${language}')`,
  );
  return `export const catalogues = { ${loaders.join(', ')} };`;
}

/** With the component library's own texts, which are small. */
function startModule(sources: Sources, language: string): string {
  // Those of English are part of the library.
  const own = Object.entries(locales).filter(
    ([tag, name]) => name !== locales.en && (tag === language || tag.startsWith(`${language}-`)),
  );
  const components = own.map(([tag, name]) => `${JSON.stringify(tag)}: ${name}`);
  const library =
    own.length > 0 ? `import { ${own.map(([, name]) => name).join(', ')} } from '@mui/material/locale';` : '';
  return `${library}
export const components = { ${components.join(', ')} };
export const start = ${packed(sources, language, 'start')};
${laterParts.map((part) => `export const ${part} = () => import('${virtual}/${language}/${part}');`).join('\n')}
export const formats = ${isUnknownToBrowsers(language) ? `() => import('${virtual}/${language}/formats')` : 'undefined'};`;
}

/** The messages of a part that a language has, as JavaScript of a {@link PackedMessages}. */
function packed(sources: Sources, language: string, part: MessagePart): string {
  const english = sources.english(part);
  const messages = sources.translated(language);
  const forms = new Set(
    Object.keys(messages)
      .filter((key) => !(key in english) && `${key.replace(/_[a-z]+$/, '')}_other` in english)
      .map((key) => key.replace(/^.*_/, '')),
  );
  const texts = storedKeys(english, [...forms])
    .map((key) => packText((messages[key] ?? '').replaceAll('\t', ' '), englishOf(english, key)))
    .join('\t');
  const letters = lettersToExchange(texts);
  const stored: PackedMessages = { texts: exchangeLetters(texts, letters), forms: [...forms], letters };
  return JSON.stringify(stored);
}

/** A text as it is stored, which compresses better: short placeholders, and a small letter at its beginning. */
function packText(text: string, english: string): string {
  const short = placeholdersOf(english).reduce(
    (packed, placeholder, at) => packed.replaceAll(placeholder, String.fromCharCode(placeholderMark + at)),
    text,
  );
  const [first = '', second = ''] = short;
  const small = first.toLowerCase();
  if (first !== small && second === second.toLowerCase() && small.toUpperCase() === first)
    return small + short.slice(first.length);
  return first !== first.toUpperCase() ? smallMark + short : short;
}

/** Pairs of a frequent letter outside ASCII and an ASCII letter that the text has more rarely. */
function lettersToExchange(text: string): string {
  const count = new Map(Array.from(ascii, (letter) => [letter, 0]));
  for (const letter of text)
    if (letter > '~' || ascii.includes(letter)) count.set(letter, (count.get(letter) ?? 0) + 1);
  const byFrequency = [...count].toSorted(([, a], [, b]) => b - a).map(([letter]) => letter);
  const frequent = byFrequency.slice(0, ascii.length).filter((letter) => !ascii.includes(letter));
  const rare = byFrequency.slice(ascii.length).filter((letter) => ascii.includes(letter));
  return frequent.map((letter, at) => letter + (rare[at] ?? '')).join('');
}

const ascii = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#$&*+;<=>?@^_|~!%';
