import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration } from '../../../context/application-context.ts';
import { useFullNames } from '../../../context/use-full-names.ts';
import { detailsStep, itemAddress, opensInViewer } from '../../../context/addresses.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { CardGrid, MapCard } from '../../../ui/map-card.tsx';
import { itemTypeName, useFormats, useItemTexts } from '../../../i18n/index.ts';
import { AccessChip } from './access-chip.tsx';
import type { GalleryActions } from './gallery-actions.ts';
import { ItemButtons } from './item-buttons.tsx';
import { useGallerySearchLink } from './use-gallery-search.ts';

export interface GalleryItemsProps {
  items: readonly PortalItem[];
  actions: GalleryActions;
  /** Called when the user is about to open a map. */
  onMapIntent: () => void;
}

/** Items as cards: type, owner, access. */
export function GalleryCards({ items, actions, onMapIntent }: GalleryItemsProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { connection } = useConfiguration();
  const { ago, number } = useFormats();
  const maps = latestMaps(items);
  const fullName = useFullNames(items.map(({ owner }) => owner));
  return (
    <CardGrid>
      {items.map((item) => (
        <MapCard
          key={item.id}
          title={titleOf(item)}
          heading="h2"
          thumbnail={itemThumbnail(connection, item, 400)}
          facts={[itemTypeName(t, item.type), t('map.by', { owner: fullName(item.owner) })]}
          details={[t('map.changed', { when: ago(item.modified) })]}
          badge={
            <>
              <Suspense>
                <AttentionChip id={item.id} maps={maps} />
              </Suspense>
              <AccessChip access={item.access} />
            </>
          }
          renderLink={(text) => <ItemLink item={item}>{text}</ItemLink>}
          {...(opensInViewer(item) && { onIntent: onMapIntent })}
          foot={
            <>
              <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 0 }}>
                {t('gallery.views', { views: number(item.numViews ?? 0) })}
              </Typography>
              <ItemButtons item={item} actions={actions} />
            </>
          }
        />
      ))}
    </CardGrid>
  );
}

/** Arrives with the gallery’s filters: few maps have one. */
export const AttentionChip = lazy(async () => ({
  default: (await import('./gallery-filters.tsx')).AttentionChip,
}));

/** Ids of the maps among items that are shown. */
export function latestMaps(items: readonly PortalItem[]): string[] {
  return items.filter(opensInViewer).map(({ id }) => id);
}

/** The link of an item's title: a map opens in the viewer, anything else shows its details. */
export function ItemLink({ item, children }: { item: PortalItem; children: ReactNode }) {
  const { org } = useConfiguration();
  const withDetails = useGallerySearchLink({ item: item.id });
  if (opensInViewer(item)) return <Link to={itemAddress(org, item)}>{children}</Link>;
  return (
    <Link to={withDetails} state={detailsStep} preventScrollReset>
      {children}
    </Link>
  );
}
