import { useMemo } from 'react';
import { itemText, type TranslatedItem } from '../../../../wire/item-translations.ts';
import { type Dictionary, dictionaryFor } from '../../../../wire/map-translations.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { useLanguage } from '../../../i18n/index.ts';
import type { WebMapSource } from '../../../map/map-source.ts';
import { mayChangeItem } from '../../../portal/may-change-item.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';

/** A map's texts in the reader's language. */
export interface ReaderTexts {
  /** The item, with title and summary in that language. */
  item: WebMapSource['item'];
  /** The other texts; undefined where the map has none in that language. */
  dictionary: Dictionary | undefined;
  /** Known before the map is open; maps that are shared by link have no item. */
  title: string | undefined;
}

/** A map's document, with the texts of its item or link as they are stored. */
interface StoredTexts {
  webMap: WebMapSource;
  texts: TranslatedItem;
}

/** Whether a map is open to be read only: shared by link, or without the right to change it. */
export function isReader(kind: string, item: unknown, username: string | undefined): boolean {
  return (
    kind === 'shared-map' || (kind === 'web-map' && !mayChangeItem(item as PortalItem | undefined, username))
  );
}

/**
 * A map's texts in the user's language. Users who may change the map see its own, because they would save
 * what they see.
 */
export function useReaderTexts(kind: string, stored: StoredTexts | undefined): ReaderTexts {
  const { user } = useIdentity();
  const { language } = useLanguage();
  const username = user?.username;
  return useMemo(() => {
    if (!stored) return { item: undefined, dictionary: undefined, title: undefined };
    const { item, data } = stored.webMap;
    const { texts } = stored;
    if (!isReader(kind, texts, username))
      return { item, dictionary: undefined, title: texts.title ?? undefined };
    const dictionary = dictionaryFor(data, language);
    const title = itemText(texts, 'title', language);
    const answer = item?.answer as PortalItem | undefined;
    if (!item || !answer?.properties) return { item, dictionary, title };
    const snippet = itemText(answer, 'snippet', language);
    return { item: { id: item.id, answer: { ...answer, title, snippet } }, dictionary, title };
  }, [kind, stored, username, language]);
}
