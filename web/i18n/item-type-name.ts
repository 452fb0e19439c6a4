import type { TFunction } from 'i18next';
import { isMessageKey } from './error-text.ts';

/** The readable name of a portal item type; types missing in the catalogue keep the portal's name (`CSV`, `WMTS`). */
export function itemTypeName(t: TFunction, type: string): string {
  const key = `item.type.${type.replaceAll(' ', '')}`;
  return isMessageKey(key) ? t(key) : type;
}
