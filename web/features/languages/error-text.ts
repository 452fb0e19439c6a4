import type { TFunction } from 'i18next';
import { MappingError } from '../../../wire/errors.ts';
import { english } from './messages/en/index.ts';
import type { MessageKey } from './i18n.ts';

/**
 * An error in the person's language: the catalogue's message for its id (`error.portal:timeout`), else those for each of its
 * faults (`error.refusal.no-title`, wire/refusals.ts), else its own message, else "Something went wrong".
 */
export function errorText(t: TFunction, error: unknown): string {
  if (error instanceof MappingError) {
    const key = `error.${error.id}`;
    if (isMessageKey(key)) return t(key);
    const faults = error.faults.map(({ code, values = {} }) => {
      const reason = `error.refusal.${code}`;
      return isMessageKey(reason) ? t(reason, { replace: values }) : undefined;
    });
    // Some reasons without the others would hide those.
    if (faults.length > 0 && faults.every((text) => text !== undefined)) return faults.join(' ');
  }
  return (error instanceof Error && error.message) || t('error.unknown');
}

/** Whether the catalogue has a message with this key. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(english, key);
}
