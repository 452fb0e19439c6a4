import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { itemText, type TranslatedItem } from '../../wire/item-translations.ts';
import { useLanguage } from './use-language.ts';

/** Reads the texts of items in the user's language. */
export interface ItemTextReader {
  /** An item's title, or a name for items without one. */
  titleOf(item: TranslatedItem): string;
  /** An item's summary; empty for none. */
  summaryOf(item: TranslatedItem): string;
}

/** The texts of items in the user's language, as far as their owners have translated them, else as they are. */
export function useItemTexts(): ItemTextReader {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return useMemo(
    () => ({
      titleOf: (item) => itemText(item, 'title', language) || t('map.untitled'),
      summaryOf: (item) => itemText(item, 'snippet', language),
    }),
    [t, language],
  );
}
