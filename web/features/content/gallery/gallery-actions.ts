import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { itemAddress } from '../../../context/addresses.ts';
import { favouriteIds, setFavourite } from '../../../portal/favourites.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { copyText } from '../../../ui/browser.ts';
import { errorText } from '../../../i18n/index.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

/** Actions on a gallery item besides opening it. */
export interface GalleryActions {
  favourites: Favourites;
  copyLink: (item: PortalItem) => void;
  showDetails: (item: PortalItem) => void;
}

/** The actions, and the message of the last one. */
export function useGalleryActions(change: ChangeGallery) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const [notice, setNotice] = useState('');
  const favourites = useFavourites((error) =>
    setNotice(`${t('gallery.favourite.error')}: ${errorText(t, error)}`),
  );
  const copyLink = async (item: PortalItem) => {
    const link = new URL(itemAddress(org, item), window.location.origin).href;
    // Where the browser forbids copying, the link is shown for manual copying.
    setNotice((await copyText(link)) ? t('gallery.copyLink.done') : link);
  };
  const actions: GalleryActions = {
    favourites,
    copyLink: (item) => void copyLink(item),
    showDetails: ({ id }) => change({ item: id }),
  };
  return { actions, notice, forgetNotice: useCallback(() => setNotice(''), []) };
}

interface Favourites {
  /** Whether the user can have favourites: signed in, and with a favourites group on the portal. */
  possible: boolean;
  has: (itemId: string) => boolean;
  toggle: (itemId: string) => void;
}

/**
 * The user's favourites. A change shows at once and is reverted when the portal refuses; `onError` receives the reason.
 */
function useFavourites(onError: (error: unknown) => void): Favourites {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const queries = useQueryClient();
  const favGroupId = user?.favGroupId ?? '';
  const key = personKeys(connection, user?.username ?? '').favourites;
  const list = queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => favouriteIds(connection, favGroupId, signal),
    enabled: favGroupId !== '',
  });
  const { data: ids = [] } = useQuery(list);
  const change = async (id: string, favourite: boolean) => {
    const mark = (on: boolean) =>
      queries.setQueryData<string[]>(key, (now = []) =>
        on ? [id, ...now] : now.filter((other) => other !== id),
      );
    // A change made before the others are known is added to them, rather than taken for all of them.
    await queries.ensureQueryData(list).catch(() => {});
    await queries.cancelQueries({ queryKey: key });
    mark(favourite);
    try {
      await setFavourite(connection, favGroupId, id, favourite);
    } catch (error) {
      mark(!favourite);
      onError(error);
    }
    // Invalidates the list of favourites, except the visible one, where the user may want to mark an item again.
    const gallery = personKeys(connection, user?.username ?? '').gallery(favGroupId);
    await queries.invalidateQueries({ queryKey: gallery, refetchType: 'none' });
  };
  return {
    possible: favGroupId !== '',
    has: (id) => ids.includes(id),
    toggle: (id) => void change(id, !ids.includes(id)),
  };
}
