import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { CardGrid, MapCard } from '../../../ui/map-card.tsx';
import { itemTypeName, useFormats } from '../../../i18n/index.ts';
import { AccessChip } from './access-chip.tsx';
import { AttentionChip } from './attention-chip.tsx';
import type { GalleryActions } from './gallery-actions.ts';
import { ItemButtons } from './item-buttons.tsx';
import { ItemLink } from './item-link.tsx';
import { opensInViewer } from '../../../context/item-address.ts';
import { latestMaps, useMapChecks } from './use-map-checks.ts';

export interface GalleryItemsProps {
  items: readonly PortalItem[];
  actions: GalleryActions;
  /** Called when the user is about to open a map. */
  onMapIntent: () => void;
}

/** Items as cards: type, owner, access. */
export function GalleryCards({ items, actions, onMapIntent }: GalleryItemsProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { ago, number } = useFormats();
  const checks = useMapChecks(latestMaps(items));
  return (
    <CardGrid>
      {items.map((item) => (
        <MapCard
          key={item.id}
          title={item.title || t('map.untitled')}
          heading="h2"
          thumbnail={itemThumbnail(connection, item, 400)}
          facts={[itemTypeName(t, item.type), t('map.by', { owner: item.owner })]}
          details={[t('map.changed', { when: ago(item.modified) })]}
          badge={
            <>
              <AttentionChip check={checks.get(item.id)} />
              <AccessChip access={item.access} />
            </>
          }
          renderLink={(text) => <ItemLink item={item}>{text}</ItemLink>}
          {...(opensInViewer(item) && { onIntent: onMapIntent })}
          foot={
            <>
              <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
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
