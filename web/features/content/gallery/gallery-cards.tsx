import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MapCheck } from '../../../../wire/map-check.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { useFullNames } from '../../../context/use-full-names.ts';
import { detailsStep, itemAddress, opensInViewer } from '../../../context/addresses.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { Hint } from '../../../ui/hint.tsx';
import { CardGrid, MapCard } from '../../../ui/map-card.tsx';
import { itemTypeName, useFormats, useItemTexts } from '../../../i18n/index.ts';
import { AccessChip } from './access-chip.tsx';
import type { GalleryActions } from './gallery-actions.ts';
import { ItemButtons } from './item-buttons.tsx';
import { latestMaps, useMapChecks } from './use-gallery-maps.ts';
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
  const checks = useMapChecks(latestMaps(items));
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

const Chip = lazy(() => import('@mui/material/Chip'));

/** Shows that a map has problems, with details in a tooltip. Renders nothing for healthy maps. */
export function AttentionChip({ check }: { check: MapCheck | undefined }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  if (!check?.attention) return null;
  const why = [
    ...check.problems.map((problem) => t(`gallery.check.${problem}`)),
    t('gallery.check.when', { when: ago(check.checkedAt) }),
  ].join(' ');
  return (
    <Suspense>
      <Hint title={why} description={why}>
        <Chip
          size="small"
          icon={<WarningAmber />}
          label={t('gallery.attention')}
          sx={{ backgroundColor: 'background.paper', border: 1, borderColor: 'warning.main', zIndex: 1 }}
        />
      </Hint>
    </Suspense>
  );
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
