import type { TFunction } from 'i18next';
import type { Fault } from '../../../../wire/errors.ts';
import { isMessageKey } from '../../../i18n/index.ts';

/** What is wrong with a file, in the person's language; in the server's words when the catalogue has none for its code. */
export function faultText(t: TFunction, { code, values = {}, message }: Omit<Fault, 'path'>): string {
  const key = `upload.fault.${code}`;
  return isMessageKey(key) ? t(key, { replace: values }) : message;
}
