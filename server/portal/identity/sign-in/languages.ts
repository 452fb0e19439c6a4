import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  acceptedLanguages,
  baseOf,
  closest,
  directionOf,
  nativeName,
  writtenTag,
} from '../../../../wire/languages.ts';
import { wordsOfFormats } from '../../../../wire/words-of-formats.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { RefusalCode } from '../../../../wire/refusals.ts';
import type { PortalCall } from '../../operation.ts';
import english from './messages/en.json' with { type: 'json' };

/** Texts of the sign-in pages, by the end of their keys (`signInPage.cancel`). `{name}` is filled in. */
export type Messages = {
  [Key in keyof typeof english as Key extends `signInPage.${infer Name}` ? Name : never]: string;
};

/** One language of the sign-in pages. */
export interface Language {
  /** BCP 47 tag for `lang` and for numbers. */
  tag: string;
  /** Its name in the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  messages: Messages;
  /** Why a new password is refused, by code of the refusal; empty in English, which errors have. */
  refusals: Readonly<Record<string, string>>;
  /** What the page of an error says, by the keys of the application's messages. */
  faults: Readonly<Record<keyof typeof englishFaults, string>>;
}

/** Messages of the application that the page of an error shows, too; its translations have them. */
export const englishFaults = {
  'app.notFound.why': 'This address doesn’t lead to a page.',
  'error.database:busy': 'The server couldn’t do this in time. Nothing was saved. Try again in a minute.',
  'error.database:outcome-unknown':
    'It isn’t known whether this was saved, or only part of it. Check the data before you repeat it.',
  'error.database:unreachable': 'The server is temporarily unavailable. Try again in a minute.',
  'error.http:disk-full': 'The server is out of disk space. Its operator must free some.',
  'error.http:too-large': 'This is larger than the server accepts.',
  'error.http:too-many-requests': 'Too many requests. Wait a minute, then try again.',
  'error.requestId': 'Error ID: {{id}}',
  'error.unknown.cure': 'Try again. If it keeps happening, reload the page or contact an administrator.',
} as const;

const prefix = 'signInPage.';
const passwordRefusals = ['password-length', 'password-common', 'password-name'] satisfies RefusalCode[];
const keys = Object.keys(english);

function languageWith(tag: string, all: Readonly<Record<string, string>>): Language {
  const messages = Object.fromEntries(keys.map((key) => [key.slice(prefix.length), all[key]])) as Messages;
  const refusals = Object.fromEntries(
    passwordRefusals.flatMap((code) => {
      const text = all[`error.refusal.${code}`];
      return text ? [[code, text] as const] : [];
    }),
  );
  const faults = Object.fromEntries(
    Object.entries(englishFaults).map(([key, text]) => [key, all[key] ?? text]),
  ) as Language['faults'];
  return { tag, name: nativeName(tag), direction: directionOf(tag), messages, refusals, faults };
}

/** The files of all languages but English, which hold the messages of the whole product. */
const translationsFolder = new URL('../../../../translations/', import.meta.url);

/** The messages of a language's file: the product's own, so every start parses 15 MB of them without a schema. */
export async function readTranslation(tag: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(new URL(`${tag}.json`, translationsFolder), 'utf8');
  return (JSON.parse(text) as { messages: Record<string, string> }).messages;
}

/** The languages that have every text of these pages, in the order of their names. */
async function readLanguages(): Promise<Language[]> {
  const found = [languageWith('en', english)];
  for (const file of (await readdir(translationsFolder)).filter((name) => name.endsWith('.json'))) {
    const tag = file.replace('.json', '');
    const translated = await readTranslation(tag);
    // American English has only what is spelled in another way.
    const messages = baseOf(tag) === 'en' ? { ...english, ...translated } : translated;
    if (keys.every((key) => messages[key])) found.push(languageWith(tag, messages));
  }
  const byName = new Intl.Collator('en');
  return found.toSorted((a, b) => byName.compare(a.name, b.name));
}

export const languages: readonly Language[] = await readLanguages();

const schema = z.object({ locale: z.string().optional() });

/** The language of a page that answers a call. */
export function languageOf({ parameters, request }: Pick<PortalCall, 'parameters' | 'request'>): Language {
  return chooseLanguage(readOperation(schema, parameters).locale, request.headers['accept-language']);
}

/** The language requested by `locale`, else the best of `Accept-Language`, else English. */
export function chooseLanguage(locale: string | undefined, acceptLanguage: string | undefined): Language {
  const tags = languages.map(({ tag }) => tag);
  const wanted = [locale ?? '', ...acceptedLanguages(acceptLanguage), 'en'];
  const tag = wanted.map((each) => closest(each, tags)).find((each) => each !== undefined);
  return languages.find((language) => language.tag === tag) ?? languageWith('en', english);
}

/** A message with its placeholders filled: `{name}`, or `{{name}}` in those of the interface. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{?\{(\w+)\}\}?/g, (place, name: string) => values[name] ?? place);
}

/** A duration in the language, such as `42 seconds`, or `7 minutes` when it is longer than two. */
export function durationText(language: Language, seconds: number): string {
  const { unit, count }: { unit: 'minute' | 'second'; count: number } =
    seconds > 120 ? { unit: 'minute', count: Math.ceil(seconds / 60) } : { unit: 'second', count: seconds };
  const tag = writtenTag(language.tag);
  const { units } = wordsOfFormats[language.tag] ?? {};
  if (units) return fill(units[unit], { 0: new Intl.NumberFormat(tag).format(count) });
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
