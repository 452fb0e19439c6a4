import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  baseOf,
  chooseLanguage,
  directionOf,
  type Language,
  offeredLanguages,
  type Translated,
  wordsOf,
} from '../../../wire/languages.ts';

/** What the build has written for the pages that the server draws (tools/first-paint/shell-parts.ts). */
interface Parts {
  icons: Record<string, string>;
  texts: Record<string, Record<string, string>>;
  translated: Translated;
}

/** @returns undefined if the built application has no parts */
export async function readParts(folder: string): Promise<Parts | undefined> {
  const text = await readFile(path.join(folder, 'shell.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Parts);
}

/** A text of the server's own, and the language that it is in: English where the reader's lacks it. */
export interface PageText {
  text: string;
  language: string;
  direction: 'ltr' | 'rtl';
}

/** The message of a language, else the English one. */
export function textIn({ texts, translated }: Omit<Parts, 'icons'>, key: string, chosen: Language): PageText {
  const own = texts[chosen]?.[key] ?? texts[baseOf(chosen)]?.[key];
  if (own === undefined) return { text: texts['en']?.[key] ?? '', language: 'en', direction: 'ltr' };
  return { text: own, language: chosen, direction: directionOf(wordsOf(chosen, translated)) };
}

const english: Readonly<Record<'app.notFound' | 'page.needsScripts', string>> = {
  'app.notFound': 'Not found',
  'page.needsScripts': 'Mapping needs JavaScript.',
};

/**
 * What pages say without the application, where the reader's browser is all that is known of the language.
 *
 * @param folder the built application
 */
export async function pageTexts(folder: string) {
  const parts = await readParts(folder);
  return (key: keyof typeof english, preferred: readonly (string | undefined)[]): PageText => {
    if (!parts) return { text: english[key], language: 'en', direction: 'ltr' };
    const chosen = chooseLanguage(preferred, offeredLanguages([], parts.translated));
    return textIn(parts, key, chosen);
  };
}
