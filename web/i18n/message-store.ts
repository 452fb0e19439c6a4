import { useSyncExternalStore } from 'react';

/**
 * The messages of the application by language, at run time in place of the packages `i18next` and `react-i18next`
 * (tools/translations/plugin.ts), whose types and names it has: plurals, values, and languages that fall back on others. They have
 * seven times its bytes, for features that no message uses: namespaces, nested keys and messages, contexts, post-processors.
 */
type Messages = Readonly<Record<string, string>>;

interface Values {
  /** Chooses the form of the plural, unless it is a text. */
  count?: unknown;
  /** The values, in place of the options themselves. */
  replace?: Readonly<Record<string, unknown>>;
  /** For a key without a message. */
  defaultValue?: string;
  [name: string]: unknown;
}

type Translate = (key: string, values?: Values) => string;

interface Start {
  lng: string;
  fallbackLng?: string;
  resources?: Readonly<Record<string, { translation: Messages }>>;
  /** Loads the messages of a language that has none yet. What fails is loaded again at the next change. */
  load?: (language: string) => Promise<Messages>;
  /** Text of a value that is no text, in the language of the page. */
  format?: (value: unknown, language: string) => unknown;
}

const namespace = 'translation';

class MessageStore {
  language = '';
  /** The current language and those that it falls back on. */
  languages: readonly string[] = [];
  isInitialized = false;
  /** Another object after each change. */
  current: { t: Translate; i18n: MessageStore } = { t: (key) => key, i18n: this };
  readonly #bundles = new Map<string, Record<string, string>>();
  readonly #rules = new Map<string, Intl.PluralRules>();
  readonly #changed = new Set<() => void>();
  readonly #languageChanged: ((language: string) => void)[] = [];
  #fallback: string | undefined;
  #wanted = '';
  #load: Start['load'];
  #format: NonNullable<Start['format']> = (value) => value;

  readonly t: Translate = (key, values) => this.current.t(key, values);

  createInstance(): MessageStore {
    return new MessageStore();
  }

  async init({ lng, fallbackLng, resources = {}, load, format = (value) => value }: Start): Promise<void> {
    this.#bundles.clear();
    for (const [language, messages] of Object.entries(resources)) this.#add(language, messages[namespace]);
    this.#fallback = fallbackLng;
    this.#load = load;
    this.#format = format;
    await this.changeLanguage(lng);
    this.isInitialized = true;
  }

  /** Loads the messages of a language, then changes to it, unless another has been requested meanwhile. */
  async changeLanguage(language: string): Promise<void> {
    this.#wanted = language;
    const languages = this.#hierarchy(language);
    await Promise.all(
      languages.map(async (one) => {
        if (!this.#load || this.#bundles.has(one)) return;
        const messages = await this.#load(one).catch(() => undefined);
        if (messages) this.#add(one, messages);
      }),
    );
    if (this.#wanted !== language) return;
    this.language = language;
    this.languages = languages;
    for (const listen of this.#languageChanged) listen(language);
    this.#notify();
  }

  on(_event: 'languageChanged', listen: (language: string) => void): void {
    this.#languageChanged.push(listen);
  }

  /** The messages in a language, whatever the current one is. */
  getFixedT(language: string): Translate {
    return (key, values) => this.#translate(language, key, values);
  }

  getResource(language: string, _namespace: string, key: string): string | undefined {
    return this.#bundles.get(language)?.[key];
  }

  getResourceBundle(language: string, _namespace: string): Messages | undefined {
    return this.#bundles.get(language);
  }

  /** Adds messages to those of a language, before or in place of what it has. */
  addResourceBundle(language: string, _namespace: string, messages: Messages): void {
    this.#add(language, messages);
    this.#notify();
  }

  removeResourceBundle(language: string, _namespace: string): void {
    this.#bundles.delete(language);
    this.#notify();
  }

  readonly subscribe = (listen: () => void): (() => void) => {
    this.#changed.add(listen);
    return () => this.#changed.delete(listen);
  };

  readonly snapshot = () => this.current;

  /** Keys come from servers, too, so a message is never one of the properties of objects. */
  #add(language: string, messages: Messages): void {
    const known = this.#bundles.get(language) ?? (Object.create(null) as Record<string, string>);
    this.#bundles.set(language, Object.assign(known, messages));
  }

  #notify(): void {
    const { language } = this;
    this.current = { t: this.getFixedT(language), i18n: this };
    for (const listen of this.#changed) listen();
  }

  /** A language, what remains of its tag without its last parts, and the one that all fall back on: `pt-BR`, `pt`, `en`. */
  #hierarchy(language: string): string[] {
    const parts = language.split('-');
    const tags = parts.map((_part, at) => parts.slice(0, parts.length - at).join('-'));
    return [...new Set([...tags, ...(this.#fallback === undefined ? [] : [this.#fallback])])];
  }

  #translate(language: string, key: string, values: Values = {}): string {
    const { count, replace = values, defaultValue = key } = values;
    const languages = language === this.language ? this.languages : this.#hierarchy(language);
    const found = languages.map((one) => this.#find(one, key, count)).find((text) => text !== undefined);
    return (found ?? defaultValue).replaceAll(/\{\{(.+?)\}\}/g, (_placeholder, name: string) =>
      String(this.#format(replace[name.trim()], language) ?? ''),
    );
  }

  #find(language: string, key: string, count: unknown): string | undefined {
    const messages = this.#bundles.get(language);
    if (!messages) return undefined;
    if (typeof count !== 'number') return messages[key];
    const rules = this.#rules.get(language) ?? new Intl.PluralRules(language);
    this.#rules.set(language, rules);
    // A message for none is used in any language that has one.
    const none = count === 0 ? messages[`${key}_zero`] : undefined;
    return none ?? messages[`${key}_${rules.select(count)}`] ?? messages[key];
  }
}

const store = new MessageStore();
// oxlint-disable-next-line import/no-default-export
export default store;

/**
 * The messages; renders again when the language changes, and when messages are added.
 *
 * @public imported as `react-i18next`
 */
export function useTranslation(): { t: Translate; i18n: MessageStore } {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
