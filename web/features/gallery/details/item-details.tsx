import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { AccessChip } from '../access-chip.tsx';
import type { GalleryActions } from '../gallery-actions.ts';
import { itemAddress, opensInViewer } from '../../../context/item-address.ts';
import { ItemButtons } from '../item-buttons.tsx';
import { ItemFacts } from './item-facts.tsx';
import { MapHealth } from './map-health.tsx';
import { MapLayers } from './map-layers.tsx';
import { RichText } from './rich-text.tsx';

export interface ItemDetailsProps {
  item: PortalItem;
  actions: GalleryActions;
  onTag: (tag: string) => void;
  onMapIntent: () => void;
}

/** The picture, description, layers, terms of use, credits and counts of one item. */
export function ItemDetails({ item, actions, onTag, onMapIntent }: ItemDetailsProps) {
  const { t } = useTranslation();
  const { org, connection } = useApplicationContext();
  const open = <OpenButton item={item} org={org} onMapIntent={onMapIntent} />;
  return (
    <>
      <Box sx={{ borderRadius: '12px', overflow: 'hidden', display: 'grid' }}>
        <Thumbnail address={itemThumbnail(connection, item, 800)} />
      </Box>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Typography variant="h2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {item.title || t('map.untitled')}
        </Typography>
        {item.snippet && (
          <Typography color="textSecondary" dir="auto">
            {item.snippet}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        {open}
        <AccessChip access={item.access} />
        <Box sx={{ marginInlineStart: 'auto' }}>
          <ItemButtons item={item} actions={actions} details={false} />
        </Box>
      </Box>
      {opensInViewer(item) && <MapHealth id={item.id} />}
      {item.description && (
        <Part title={t('gallery.details.description')}>
          <RichText html={item.description} />
        </Part>
      )}
      {opensInViewer(item) && (
        <Part title={t('gallery.details.layers')}>
          <MapLayers id={item.id} />
        </Part>
      )}
      <Part title={t('gallery.details.facts')}>
        <ItemFacts item={item} />
      </Part>
      {item.tags && item.tags.length > 0 && (
        <Part title={t('gallery.tags')}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {item.tags.map((tag) => (
              <Chip key={tag} label={<bdi>{tag}</bdi>} onClick={() => onTag(tag)} />
            ))}
          </Box>
        </Part>
      )}
      <Part title={t('gallery.details.credits')}>
        {item.accessInformation ? <RichText html={item.accessInformation} /> : t('gallery.details.none')}
      </Part>
      <Part title={t('gallery.details.terms')}>
        {item.licenseInfo ? <RichText html={item.licenseInfo} /> : t('gallery.details.none')}
      </Part>
    </>
  );
}

function OpenButton({ item, org, onMapIntent }: { item: PortalItem; org: string; onMapIntent: () => void }) {
  const { t } = useTranslation();
  if (opensInViewer(item)) {
    return (
      <Button
        variant="contained"
        component={Link}
        to={itemAddress(org, item)}
        onPointerEnter={onMapIntent}
        onFocus={onMapIntent}
      >
        {t('gallery.open')}
      </Button>
    );
  }
  if (!item.url || !/^https?:\/\//.test(item.url)) return null;
  return (
    <Button variant="contained" component="a" href={item.url} target="_blank" rel="noopener noreferrer">
      {t('gallery.open.address')}
    </Button>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}
    >
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
}
