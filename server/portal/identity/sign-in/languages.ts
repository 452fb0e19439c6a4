import { z } from 'zod';
import { acceptedLanguages } from '../../../../wire/languages.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall } from '../../operation.ts';
import { ar, de, en, es, fr, kk, type Messages, nl, ru } from './messages.ts';

/** One language of the sign-in pages. */
export interface Language {
  /** BCP 47 tag for `lang` and for numbers. */
  tag: string;
  /** Its name in the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  messages: Messages;
}

const english: Language = { tag: 'en', name: 'English', direction: 'ltr', messages: en };

/** In the order of their names. */
export const languages: readonly Language[] = [
  { tag: 'de', name: 'Deutsch', direction: 'ltr', messages: de },
  english,
  { tag: 'es', name: 'Español', direction: 'ltr', messages: es },
  { tag: 'fr', name: 'Français', direction: 'ltr', messages: fr },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr', messages: nl },
  { tag: 'kk', name: 'Қазақша', direction: 'ltr', messages: kk },
  { tag: 'ru', name: 'Русский', direction: 'ltr', messages: ru },
  { tag: 'ar', name: 'العربية', direction: 'rtl', messages: ar },
];

const schema = z.object({ locale: z.string().optional() });

/** The language of a page that answers a call. */
export function languageOf({ parameters, request }: Pick<PortalCall, 'parameters' | 'request'>): Language {
  return chooseLanguage(readOperation(schema, parameters).locale, request.headers['accept-language']);
}

/** The language requested by `locale`, else the best of `Accept-Language`, else English. */
export function chooseLanguage(locale: string | undefined, acceptLanguage: string | undefined): Language {
  for (const tag of [locale ?? '', ...acceptedLanguages(acceptLanguage)]) {
    const language = languages.find((each) => each.tag === tag.toLowerCase().split(/[-_]/)[0]);
    if (language) return language;
  }
  return english;
}

/** A message with its `{name}` placeholders filled. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** A duration in the language, such as `42 seconds`, or `7 minutes` when it is longer than two. */
export function durationText(language: Language, seconds: number): string {
  const { unit, count } =
    seconds > 120 ? { unit: 'minute', count: Math.ceil(seconds / 60) } : { unit: 'second', count: seconds };
  return new Intl.NumberFormat(language.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
