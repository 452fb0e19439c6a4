import type { TFunction } from 'i18next';
import { isMessageKey } from './error-text.ts';

/** What people call a type of portal item; types the catalogue does not know keep the portal's name (`CSV`, `WMTS`). */
export function itemTypeName(t: TFunction, type: string): string {
  const key = `item.type.${type.replaceAll(' ', '')}`;
  return isMessageKey(key) ? t(key) : type;
}
