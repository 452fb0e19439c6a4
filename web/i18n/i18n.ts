import {
  chooseLanguage,
  closest,
  defaultLanguage,
  directionOf,
  isLanguage,
  type Language,
  languageCookie,
} from '../../wire/languages.ts';
import type { english } from './english.ts';
import { englishParts, type MessagePart, startMessages } from './english-parts.ts';
import { formatLocale } from './format-locale.ts';
import store from './message-store.ts';
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
async function loadLanguage(language: string): Promise<Record<string, string>> {
  const wanted = ['start', ...parts.keys()] as const;
  const loaded = await Promise.all(wanted.map((part) => loadCatalogue(language, part)));
  return Object.assign({}, ...loaded) as Record<string, string>;
}

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
    store.addResourceBundle(language, 'translation', messages);
  const translated = store.languages
    .filter((language) => language !== defaultLanguage)
    .map(async (language) => add(language, await loadCatalogue(language, part)));
  add(defaultLanguage, await englishParts[part]());
  await Promise.all(translated);
}

/** Whether a message with this key is loaded. */
export function isMessageKey(key: string): key is MessageKey {
  return store.getResource(defaultLanguage, 'translation', key) !== undefined;
}

/** Formats numbers for the language and region; other values are unchanged. */
function formatValue(value: unknown, language: string): unknown {
  return typeof value === 'number'
    ? new Intl.NumberFormat(formatLocale(wordsOf(language))).format(value)
    : value;
}

let start: (() => void) | undefined;
const started = new Promise<void>((resolve) => {
  start = resolve;
});

/** Starts the message catalogue in the user's language: `?lang=`, an earlier choice, then the browser's languages. */
export async function startLanguages(page: Window = window): Promise<void> {
  const requested = new URLSearchParams(page.location.search).get('lang');
  if (requested) remember(page.sessionStorage, requested);
  // A choice may be a partial language, which the organisation offers: its configuration is not known yet.
  const offered = offeredLanguages([]);
  const chosen = [requested, ...storedChoices(page)].filter(
    (tag) => tag && closest(tag, translatedLanguages()),
  );
  const language =
    chosen.length > 0
      ? chooseLanguage(chosen, translatedLanguages())
      : chooseLanguage(page.navigator.languages, offered);
  store.on('languageChanged', (next) => {
    page.document.documentElement.lang = next;
    page.document.documentElement.dir = currentDirection();
  });
  await store.init({
    lng: language,
    fallbackLng: defaultLanguage,
    resources: { [defaultLanguage]: { translation: startMessages } },
    load: loadLanguage,
    format: formatValue,
  });
  start?.();
}

function remember(storage: Storage, language: string): void {
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
  remember(page.localStorage, language);
  // For the server, which draws the header of the next page.
  page.document.cookie = `${languageCookie}=${language};path=/;max-age=${cookieSeconds};samesite=lax`;
  page.sessionStorage.removeItem(languageKey);
  await store.changeLanguage(language);
}

/**
 * Switches to the language that the organisation offers and the user prefers: what they chose, then the browser's languages,
 * then the current one.
 * @param named tags of the organisation's configuration
 */
export async function restrictToOffered(named: readonly string[], page: Window = window): Promise<void> {
  const offered = offeredLanguages(named);
  const current = currentLanguage();
  const fitting = chooseLanguage([...storedChoices(page), ...page.navigator.languages, current], offered);
  if (fitting !== current) await store.changeLanguage(fitting);
}

/** The current language. */
export function currentLanguage(): Language {
  return isLanguage(store.language) ? store.language : defaultLanguage;
}

/** The writing direction of the current language. */
export function currentDirection(): 'ltr' | 'rtl' {
  return directionOf(wordsOf(currentLanguage()));
}
