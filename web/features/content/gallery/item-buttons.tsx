import InfoOutlined from '@mui/icons-material/InfoOutlined';
import LinkIcon from '@mui/icons-material/Link';
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorder';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useItemTexts } from '../../../i18n/index.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { Hint } from '../../../ui/hint.tsx';
import { sizes } from '../../../ui/sizes.ts';
import type { GalleryActions } from './gallery-actions.ts';

export interface ItemButtonsProps {
  item: PortalItem;
  actions: GalleryActions;
  /** False where the details are already open. */
  details?: boolean;
}

/** Favourite, copy link, details: the buttons of one item. */
export function ItemButtons({ item, actions, details = true }: ItemButtonsProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { favourites, copyLink, showDetails } = actions;
  const title = titleOf(item);
  const isFavourite = favourites.has(item.id);
  return (
    <>
      {favourites.possible && (
        <ItemButton
          name={t('gallery.favourite.of', { title })}
          hint={t(isFavourite ? 'gallery.favourite.remove' : 'gallery.favourite.add')}
          pressed={isFavourite}
          onClick={() => favourites.toggle(item.id)}
        >
          {isFavourite ? <Star fontSize="small" color="warning" /> : <StarBorder fontSize="small" />}
        </ItemButton>
      )}
      <ItemButton
        name={t('gallery.copyLink.of', { title })}
        hint={t('gallery.copyLink')}
        onClick={() => copyLink(item)}
      >
        <LinkIcon fontSize="small" />
      </ItemButton>
      {details && (
        <ItemButton
          name={t('gallery.details.of', { title })}
          hint={t('gallery.details')}
          onClick={() => showDetails(item)}
        >
          <InfoOutlined fontSize="small" />
        </ItemButton>
      )}
    </>
  );
}

interface ItemButtonProps {
  /** For screen readers, with the item's title. */
  name: string;
  hint: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function ItemButton({ name, hint, pressed, onClick, children }: ItemButtonProps) {
  return (
    <Hint title={hint} description={hint}>
      <IconButton
        aria-label={name}
        aria-pressed={pressed}
        onClick={onClick}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        {children}
      </IconButton>
    </Hint>
  );
}
