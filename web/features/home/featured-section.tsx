import CloudOff from '@mui/icons-material/CloudOffOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { featuredMaps } from '../../portal/featured-maps.ts';
import { itemThumbnail } from '../../portal/thumbnails.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { MapCard } from '../../ui/map-card.tsx';
import { MapCardSkeletons } from '../../ui/map-card-skeletons.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText, useFormats } from '../languages/index.ts';
import { Section } from './section.tsx';

/** Maps shown at most; the gallery has the rest. */
const shown = 8;

/** The maps of the portal's featured groups. */
export function FeaturedMaps({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { org, connection, portal } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const { ago } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'featured', portal?.featuredGroups],
    queryFn: ({ signal }) => (portal ? featuredMaps(connection, portal, shown, signal) : []),
    enabled: known && portal !== undefined,
  });
  const gallery = (
    <Button component={Link} to={`/${org}/gallery`}>
      {t('home.openGallery')}
    </Button>
  );

  const content = () => {
    if (error) {
      const again = <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>;
      return (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={t('home.featured.error')}
          detail={errorText(t, error)}
          action={again}
        />
      );
    }
    if (!data) return <MapCardSkeletons count={4} label={t('app.loading')} />;
    if (data.length === 0)
      return <StateMessage icon={<MapOutlined />} title={t('home.featured.empty')} action={gallery} />;
    return (
      <CardGrid>
        {data.map((item) => (
          <MapCard
            key={item.id}
            title={item.title || t('map.untitled')}
            thumbnail={itemThumbnail(connection, item, 400)}
            details={[t('map.by', { owner: item.owner }), t('map.changed', { when: ago(item.modified) })]}
            renderLink={(text) => <Link to={`/${org}/map/wid/${item.id}`}>{text}</Link>}
            onIntent={onMapIntent}
          />
        ))}
      </CardGrid>
    );
  };
  return (
    <Section title={t('home.featured')} action={data && data.length > 0 ? gallery : undefined}>
      {content()}
    </Section>
  );
}
