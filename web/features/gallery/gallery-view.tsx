import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { MapCardSkeletons } from '../../ui/map-card-skeletons.tsx';
import { Page } from '../../ui/page.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import { EmptyGallery } from './empty-gallery.tsx';
import { GalleryCards } from './gallery-cards.tsx';
import { GalleryFilters } from './gallery-filters.tsx';
import { mostPages } from './gallery-search.ts';
import { MoreMaps } from './more-maps.tsx';
import { useGalleryMaps } from './use-gallery-maps.ts';
import { useGallerySearch } from './use-gallery-search.ts';

/** The maps a person may see: search, scope, order, ten at a time (spec §2, §9). */
export function GalleryView({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { user } = useApplicationContext();
  const [search, change] = useGallerySearch();
  const found = useGalleryMaps(search);
  const { data, error, isPlaceholderData, refetch } = found;
  const maps = data?.pages.flatMap((page) => page.results) ?? [];
  const total = data?.pages[0]?.total ?? 0;

  const showMore = () => {
    if (search.page < mostPages) change({ page: search.page + 1 });
    else void found.fetchNextPage();
  };
  const content = () => {
    if (error && maps.length === 0) {
      const again = <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>;
      return (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={t('gallery.error')}
          detail={errorText(t, error)}
          action={again}
        />
      );
    }
    if (!data) return <MapCardSkeletons count={10} label={t('app.loading')} />;
    if (maps.length === 0) return <EmptyGallery text={search.text} onClear={() => change({ text: '' })} />;
    return (
      <Box
        aria-busy={isPlaceholderData}
        sx={{ display: 'grid', gap: 2, opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 140ms' }}
      >
        <GalleryCards maps={maps} onMapIntent={onMapIntent} />
        {!isPlaceholderData && (
          <MoreMaps key={maps.length} found={found} shown={maps.length} total={total} onMore={showMore} />
        )}
      </Box>
    );
  };
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, flexWrap: 'wrap' }}>
          <Typography variant="h1">{t('gallery.title')}</Typography>
          <Typography component="output" color="textSecondary">
            {data && !isPlaceholderData ? t('gallery.count', { count: total }) : ''}
          </Typography>
        </Box>
        <GalleryFilters search={search} onChange={change} signedIn={user !== undefined} />
      </Box>
      {content()}
    </Page>
  );
}
