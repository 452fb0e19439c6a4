import History from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { MapCard } from '../../ui/map-card.tsx';
import { MapCardSkeletons } from '../../ui/map-card-skeletons.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { useFormats } from '../languages/index.ts';
import { forgetMaps, recentMaps } from '../../context/recent-maps.ts';
import { Section } from './section.tsx';
import { useRecentPictures } from './use-recent-pictures.ts';

/** The maps that were open on this device. */
export function RecentMaps({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { org, connection } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const { ago } = useFormats();
  const [forgotten, setForgotten] = useState(false);
  const maps = useMemo(() => (forgotten ? [] : recentMaps(localStorage, org, who)), [forgotten, org, who]);
  const pictures = useRecentPictures(maps);

  const forget = () => {
    forgetMaps(localStorage, org);
    setForgotten(true);
  };
  const action = maps.length > 0 && <Button onClick={forget}>{t('home.recent.forget')}</Button>;
  return (
    <Section title={t('home.recent')} hint={t('home.recent.hint')} action={action}>
      {!known ? (
        <MapCardSkeletons count={2} label={t('app.loading')} />
      ) : maps.length === 0 ? (
        <StateMessage compact icon={<History />} title={t('home.recent.empty')} />
      ) : (
        <CardGrid>
          {maps.map(({ kind, id, title, openedAt }) => (
            <MapCard
              key={`${kind}/${id}`}
              title={title || t('map.untitled')}
              thumbnail={pictures.get(id)}
              details={[t('home.recent.opened', { when: ago(openedAt) })]}
              renderLink={(text) => <Link to={`/${org}/map/${kind}/${id}`}>{text}</Link>}
              onIntent={onMapIntent}
            />
          ))}
        </CardGrid>
      )}
    </Section>
  );
}
