import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import type { PortalItem } from '../../portal/portal-types.ts';
import { copyText } from '../../ui/copy-text.ts';
import { errorText } from '../languages/index.ts';
import { itemAddress } from '../../context/item-address.ts';
import { type Favourites, useFavourites } from './use-favourites.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

/** What can be done with an item of the gallery besides opening it. */
export interface GalleryActions {
  favourites: Favourites;
  copyLink: (item: PortalItem) => void;
  showDetails: (item: PortalItem) => void;
}

/** The actions, and what the last of them has to say. */
export function useGalleryActions(change: ChangeGallery) {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const [notice, setNotice] = useState('');
  const favourites = useFavourites((error) =>
    setNotice(`${t('gallery.favourite.error')}: ${errorText(t, error)}`),
  );
  const copyLink = async (item: PortalItem) => {
    const link = new URL(itemAddress(org, item), window.location.origin).href;
    // Where the browser forbids copying, the link stands there to be copied by hand.
    setNotice((await copyText(link)) ? t('gallery.copyLink.done') : link);
  };
  const actions: GalleryActions = {
    favourites,
    copyLink: (item) => void copyLink(item),
    showDetails: ({ id }) => change({ item: id }),
  };
  return { actions, notice, forgetNotice: useCallback(() => setNotice(''), []) };
}
