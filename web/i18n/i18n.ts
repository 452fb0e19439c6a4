import i18next, { type BackendModule, type FormatterModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  chooseLanguage,
  closest,
  defaultLanguage,
  directionOf,
  isLanguage,
  isolated,
  type Language,
  languageCookie,
} from '../../wire/languages.ts';
import type { english } from './english.ts';
import { englishParts, type MessagePart, startMessages } from './english-parts.ts';
import { formatLocale } from './format-locale.ts';
import { loadCatalogue, offeredLanguages, translatedLanguages, wordsOf } from './translations.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
    keySeparator: false;
    nsSeparator: false;
  }
}

/** A key of the message catalogue. */
export type MessageKey = keyof typeof english;

/** Storage key of the chosen language; a language in the address lasts as long as the tab. */
export const languageKey = 'mapping.language';

/** The loading of the parts that views have asked for. */
const parts = new Map<MessagePart, Promise<void>>();

/** Loads a language's messages when they are first needed. A language without a catalogue uses English. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init: () => {},
  // With two parameters i18next uses the promise instead of a callback.
  read: async (language: string, _namespace: string) =>
    Object.assign(
      {},
      ...(await Promise.all(
        (['start', ...parts.keys()] as const).map((part) => loadCatalogue(language, part)),
      )),
    ) as Record<string, string>,
};

/**
 * Loads messages that a view shows. Those of home and the gallery are known from the start.
 * @param wanted `others`: of all views that have no part of their own
 */
export async function loadMessages(...wanted: MessagePart[]): Promise<void> {
  await Promise.all(
    wanted.map((part) => {
      const loading =
        parts.get(part) ??
        addMessages(part).catch((error: unknown) => {
          parts.delete(part);
          throw error;
        });
      parts.set(part, loading);
      return loading;
    }),
  );
}

async function addMessages(part: MessagePart): Promise<void> {
  await started;
  const add = (language: string, messages: Readonly<Record<string, string>>) =>
    i18next.addResourceBundle(language, 'translation', messages, true, true);
  const translated = i18next.languages
    .filter((language) => language !== defaultLanguage)
    .map(async (language) => add(language, await loadCatalogue(language, part)));
  add(defaultLanguage, await englishParts[part]());
  await Promise.all(translated);
}

/** Whether a message with this key is loaded, or one with a form for each number (`_other`). */
export function isMessageKey(key: string): key is MessageKey {
  const isLoaded = (form: string) => i18next.getResource(defaultLanguage, 'translation', form) !== undefined;
  return isLoaded(key) || isLoaded(`${key}_other`);
}

/**
 * Formats numbers for the language and region, and isolates texts of another direction (`withoutIsolates` for what is stored, sent
 * or the name of a file).
 */
const values: FormatterModule = {
  type: 'formatter',
  init: () => {},
  format: (value: unknown, _format, language = defaultLanguage) => {
    const words = wordsOf(language);
    if (typeof value === 'number') return new Intl.NumberFormat(formatLocale(words)).format(value);
    // Other values are left to i18next.
    return typeof value === 'string' ? isolated(value, directionOf(words)) : (value as string);
  },
  add: () => {},
  addCached: () => {},
};

let start: (() => void) | undefined;
const started = new Promise<void>((resolve) => {
  start = resolve;
});

/** Starts the message catalogue in the user's language: `?lang=`, an earlier choice, then the browser's languages. */
export async function startLanguages(page: Window = window): Promise<i18n> {
  const requested = new URLSearchParams(page.location.search).get('lang');
  if (requested) store(page.sessionStorage, requested);
  // A choice may be a partial language, which the organisation offers: its configuration is not known yet.
  const offered = offeredLanguages([]);
  const chosen = [requested, ...storedChoices(page)].filter(
    (tag) => tag && closest(tag, translatedLanguages()),
  );
  const language =
    chosen.length > 0
      ? chooseLanguage(chosen, translatedLanguages())
      : chooseLanguage(page.navigator.languages, offered);
  i18next.on('languageChanged', (next) => {
    page.document.documentElement.lang = next;
    page.document.documentElement.dir = currentDirection();
  });
  await i18next
    .use(lazyCatalogues)
    .use(values)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: defaultLanguage,
      // A copy, to which i18next adds the other messages.
      resources: { [defaultLanguage]: { translation: { ...startMessages } } },
      partialBundledLanguages: true,
      keySeparator: false,
      nsSeparator: false,
      // React escapes values.
      interpolation: { escapeValue: false, alwaysFormat: true },
      // Views that are visible already show messages that are added.
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  start?.();
  return i18next;
}

function store(storage: Storage, language: string): void {
  try {
    storage.setItem(languageKey, language);
  } catch {
    // If storage is full, the choice lasts as long as the page.
  }
}

/** The languages chosen in this tab and on this device. */
function storedChoices(page: Window): (string | null)[] {
  return [page.sessionStorage.getItem(languageKey), page.localStorage.getItem(languageKey)];
}

/** Seconds for which the server remembers the choice. */
const cookieSeconds = 365 * 24 * 60 * 60;

/** Switches the language at once and stores the choice on this device. */
export async function changeLanguage(language: Language, page: Window = window): Promise<void> {
  store(page.localStorage, language);
  // For the server, which draws the header of the next page.
  page.document.cookie = `${languageCookie}=${language};path=/;max-age=${cookieSeconds};samesite=lax`;
  page.sessionStorage.removeItem(languageKey);
  await i18next.changeLanguage(language);
}

/**
 * Switches to the language that the organisation offers and the user prefers: what they chose, then the
 * browser's languages, then the current one.
 * @param named tags of the organisation's configuration
 */
export async function restrictToOffered(named: readonly string[], page: Window = window): Promise<void> {
  const offered = offeredLanguages(named);
  const current = currentLanguage();
  const fitting = chooseLanguage([...storedChoices(page), ...page.navigator.languages, current], offered);
  if (fitting !== current) await i18next.changeLanguage(fitting);
}

/** The current language. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : defaultLanguage;
}

/** The writing direction of the current language. */
export function currentDirection(): 'ltr' | 'rtl' {
  return directionOf(wordsOf(currentLanguage()));
}
