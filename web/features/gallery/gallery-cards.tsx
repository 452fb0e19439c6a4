import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import type { PortalItem } from '../../portal/portal-types.ts';
import { itemThumbnail } from '../../portal/thumbnails.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { MapCard } from '../../ui/map-card.tsx';
import { useFormats } from '../languages/index.ts';

/** Maps as cards; what not everyone sees says so. */
export function GalleryCards({
  maps,
  onMapIntent,
}: {
  maps: readonly PortalItem[];
  onMapIntent: () => void;
}) {
  const { t } = useTranslation();
  const { org, connection } = useApplicationContext();
  const { ago } = useFormats();
  return (
    <CardGrid>
      {maps.map((item) => (
        <MapCard
          key={item.id}
          title={item.title || t('map.untitled')}
          heading="h2"
          thumbnail={itemThumbnail(connection, item, 400)}
          details={[t('map.by', { owner: item.owner }), t('map.changed', { when: ago(item.modified) })]}
          badge={
            item.access === 'public' ? undefined : (
              <Chip size="small" label={t(`map.access.${item.access}`)} sx={badge} />
            )
          }
          renderLink={(text) => <Link to={`/${org}/map/wid/${item.id}`}>{text}</Link>}
          onIntent={onMapIntent}
        />
      ))}
    </CardGrid>
  );
}

const badge = { backgroundColor: 'background.paper', border: 1, borderColor: 'divider' } as const;
