// The messages of the product: English beside the code that shows them (`messages/en.json`), every other language in one file,
// `translations/LANGUAGE.json`. For tools/messages.mjs and for the build.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { american, americanMessages } from './american-english.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const translationsFolder = path.join(root, 'translations');
/** The parts in which pages load messages, with their folders (web/i18n/english-parts.ts). All other folders are one more. */
const partFolders = {
  start: [
    'web/app/messages',
    'web/features/content/gallery/messages',
    'web/features/shell/home/messages',
    'web/i18n/messages',
  ],
  administration: [
    'web/features/administration/console/messages',
    'web/features/administration/console/portal/messages',
    'web/features/administration/console/people/roles/messages',
  ],
  accessibility: ['web/features/shell/accessibility/messages'],
  itemComments: ['web/features/content/gallery/details/comments/messages'],
  guide: ['web/features/shell/guide/messages'],
  notifications: ['web/features/shell/notifications/messages'],
};

export type MessagePart = keyof typeof partFolders | 'others';
export const messageParts = [...Object.keys(partFolders), 'others'] as readonly MessagePart[];

/** The part that a file of English messages belongs to; undefined: the server's own. */
export function partOf(file: string): MessagePart | undefined {
  const folder = path.posix.dirname(file);
  if (serverFolders.includes(folder)) return undefined;
  return messageParts.find((part) => part !== 'others' && partFolders[part].includes(folder)) ?? 'others';
}

const browserFolders = ['web', 'integration-kinds'];
/** What the server writes itself: the portal's sign-in pages, mail, and the page of browsers without scripts. */
const serverFolders = [
  'server/portal/identity/sign-in/messages',
  'server/portal/mail/messages',
  'server/platform/http/messages',
];

const pluralForm = /_(zero|one|two|few|many|other)$/;
/** The key of a message without its plural form. */
export const baseOf = (key: string) => key.replace(pluralForm, '');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

export type Messages = Record<string, string>;

/** A file of `translations/`. */
export interface Translation {
  /** BCP 47; `ar` is the file of every Arabic region. */
  language: string;
  /** The language's words for the main terms of the product, by the English term. */
  terms?: Messages;
  /** Words that the language shares with English, in lower case, separated by spaces: messages of them may be as they are in English. */
  shared?: string;
  /** Whether it was read by a second person, but for some messages. */
  reviewed?: boolean;
  /** Keys of messages that were translated since. */
  unreviewed?: readonly string[];
  messages: Messages;
}

/** English files, as paths from the project's root with slashes. */
export const englishFiles = () => [
  ...browserFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
      .filter((file) => file.endsWith('/messages/en.json')),
  ),
  ...serverFolders.map((folder) => `${folder}/en.json`),
];

/**
 * The English messages.
 * @param part one part of the browser's messages, or `browser`: all of them; `all`: those and what the server writes
 * @param files where they are known: finding them takes longer than reading them
 */
export function readEnglish(
  part: MessagePart | 'all' | 'browser' = 'all',
  files: readonly string[] = englishFiles(),
): Messages {
  const belongs = (file: string) => {
    if (part === 'all') return true;
    return part === 'browser' ? partOf(file) !== undefined : partOf(file) === part;
  };
  return Object.assign(
    {},
    ...files.filter(belongs).map((file) => readJson(path.join(root, file))),
  ) as Messages;
}

/** Tags of the languages besides English that have a file: `ar` is that of every Arabic region. */
export const translatedLanguages = () =>
  readdirSync(translationsFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .toSorted();

export const translationFile = (language: string) => path.join(translationsFolder, `${language}.json`);

export const readTranslation = (language: string) => readJson(translationFile(language)) as Translation;

/**
 * The keys a language needs, each with the English text to translate: every message, and of a message with a count every
 * plural form of the language (https://cldr.unicode.org/index/cldr-spec/plural-rules).
 */
export function requiredMessages(english: Messages, language: string): Map<string, string> {
  if (language === american) return new Map(Object.entries(americanMessages(english)));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const required = new Map<string, string>();
  for (const [key, text] of Object.entries(english)) {
    if (!pluralForm.test(key)) required.set(key, text);
    else
      for (const form of forms)
        required.set(
          `${baseOf(key)}_${form}`,
          english[`${baseOf(key)}_${form}`] ?? english[`${baseOf(key)}_other`] ?? text,
        );
  }
  return required;
}

/** The missing messages of a language, with the English text. */
export function missingMessages(english: Messages, translated: Messages, language: string): Messages {
  return Object.fromEntries(
    [...requiredMessages(english, language)].filter(([key]) => !translated[key]?.trim()),
  );
}

/** How much of the product a language has, in whole percent; 100 means every message. */
export function percentTranslated(english: Messages, translated: Messages, language: string): number {
  const required = requiredMessages(english, language).size;
  const missing = Object.keys(missingMessages(english, translated, language)).length;
  return Math.floor(((required - missing) / required) * 100);
}

/**
 * Validates a translator's messages.
 * @returns one sentence for each invalid one
 */
export function translationErrors(english: Messages, translated: Messages, language: string): string[] {
  const required = requiredMessages(english, language);
  return Object.entries(translated).flatMap(([key, text]) => {
    const original = required.get(key);
    if (original === undefined) return [`${key}: English has no such message.`];
    if (typeof text !== 'string' || text.trim() === '') return [`${key}: The translation is empty.`];
    // A language may say “no maps” without a number.
    if (!key.endsWith('_zero') && placeholders(text) !== placeholders(original))
      return [`${key}: The placeholders differ. English has: ${placeholders(original) || 'none'}.`];
    return [];
  });
}

/** `{{name}}` of the interface and `{name}` of what the server writes. */
function placeholders(text: string): string {
  return [...text.matchAll(/\{\{\w+\}\}|\{\w+\}/g)]
    .map(([all]) => all)
    .toSorted()
    .join(' ');
}
