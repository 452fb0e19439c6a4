import type { TFunction } from 'i18next';
import type { MessageKey } from '../../../i18n/index.ts';
import { isLanguage, isMessageKey, nativeName } from '../../../i18n/index.ts';

/** Messages whose key is built from a path or an id; falls back to the given text. */
export function messageOr(t: TFunction, key: string, otherwise: string): string {
  return isMessageKey(key) ? t(key as Extract<MessageKey, `administration.yes`>) : otherwise;
}

/**
 * The name of a setting or a part of one: `integrations.street-view.title` reads “Integrations › street-view › Title”,
 * `welcome.de` “Welcome text › Deutsch”.
 */
export function fieldPathName(t: TFunction, path: string): string {
  const whole = messageOr(t, `administration.field.${path}`, '');
  if (whole) return whole;
  const [first = '', id, ...rest] = path.split('.');
  if (first !== 'integrations' || id === undefined) {
    const name = messageOr(t, `administration.field.${first}`, path);
    return id !== undefined && isLanguage(id) ? `${name} › ${nativeName(id)}` : name;
  }
  const inner = rest.join('.');
  return [t('administration.integrations'), id, inner && messageOr(t, settingKey('field', path), inner)]
    .filter(Boolean)
    .join(' › ');
}

/**
 * The message of a setting, or of one of its choices without the choice: integrations have the same under each id, and each kind has
 * its own in `config`.
 */
export function settingKey(of: 'field' | 'choice', path: string): string {
  const [first, id, ...rest] = path.split('.');
  if (first !== 'integrations' || id === undefined) return `administration.${of}.${path}`;
  if (rest[0] === 'config' && rest.length > 1) return `kind.${of}.${rest.slice(1).join('.')}`;
  return `administration.${of}.${[first, ...rest].join('.')}`;
}

/** The name of a member of a setting: of a text in several languages, the language. */
export function memberName(t: TFunction, path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return messageOr(t, settingKey('field', path), isLanguage(name) ? nativeName(name) : name);
}
