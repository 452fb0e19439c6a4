// Which English messages have changed since they were translated. `translated-texts.json` keeps a short hash of every English text
// that was handed to translators; a message that is not in it has not been translated yet and may still change freely.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baseOf } from './catalogues.ts';

type Messages = Record<string, string>;

/** Hashes of English texts by the keys of their messages. */
export type TranslatedTexts = Record<string, string>;

const file = path.join(import.meta.dirname, 'translated-texts.json');

export const readTranslatedTexts = () => JSON.parse(readFileSync(file, 'utf8')) as TranslatedTexts;

/** Writes the hashes in the order of their keys, without those of messages that English no longer has. */
export function writeTranslatedTexts(texts: TranslatedTexts, english: Messages): void {
  const kept = Object.entries(texts)
    .filter(([key]) => english[key] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The keys of messages whose English differs from what was translated. */
export const changedMessages = (english: Messages, texts: TranslatedTexts): string[] =>
  Object.keys(english).filter((key) => texts[key] !== undefined && texts[key] !== hashOf(english[key] ?? ''));

/** The keys of English messages that a language has, of which it is unknown which English was translated. */
export function unrecordedMessages(
  english: Messages,
  texts: TranslatedTexts,
  translations: readonly { messages: Messages }[],
): string[] {
  const translated = new Set(translations.flatMap(({ messages }) => Object.keys(messages).map(baseOf)));
  return Object.keys(english).filter((key) => texts[key] === undefined && translated.has(baseOf(key)));
}

/** The hashes with those of the present English text of some messages. A plural form stands for all forms of its message. */
export function withTexts(
  texts: TranslatedTexts,
  english: Messages,
  keys: Iterable<string>,
): TranslatedTexts {
  const bases = new Set([...keys].map(baseOf));
  const present = Object.entries(english).filter(([key]) => bases.has(baseOf(key)));
  return { ...texts, ...Object.fromEntries(present.map(([key, text]) => [key, hashOf(text)])) };
}

/** A language's messages without the translations of some messages, every plural form included. */
export function withoutMessages(messages: Messages, keys: Iterable<string>): Messages {
  const bases = new Set([...keys].map(baseOf));
  return Object.fromEntries(Object.entries(messages).filter(([key]) => !bases.has(baseOf(key))));
}
