import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { needsSignIn } from '../../portal/portal-error.ts';
import { MapCardSkeletons } from '../../ui/map-card-skeletons.tsx';
import { RowSkeletons } from '../../ui/row-skeletons.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import { EmptyGallery, MissingChoice } from './empty-gallery.tsx';
import type { GalleryActions } from './gallery-actions.ts';
import { GalleryCards } from './gallery-cards.tsx';
import { GalleryList } from './gallery-list.tsx';
import { type GallerySearch, mostPages } from './gallery-search.ts';
import { MoreMaps } from './more-maps.tsx';
import type { useGalleryMaps } from './use-gallery-maps.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

export interface GalleryResultsProps {
  search: GallerySearch;
  found: ReturnType<typeof useGalleryMaps>;
  actions: GalleryActions;
  onChange: ChangeGallery;
  onMapIntent: () => void;
}

/** What was found, in its four states: loading, failed, empty, full. */
export function GalleryResults({ search, found, actions, onChange, onMapIntent }: GalleryResultsProps) {
  const { t } = useTranslation();
  const { user, signIn } = useApplicationContext();
  const { data, error, isPlaceholderData, missing, refetch } = found;
  if (missing) return <MissingChoice missing={missing} onChange={onChange} />;
  const items = data?.pages.flatMap((page) => page.results) ?? [];
  if (error && items.length === 0) {
    return (
      <StateMessage
        role="alert"
        icon={<CloudOff />}
        title={t('gallery.error')}
        detail={errorText(t, error)}
        action={
          !user && needsSignIn(error) ? (
            <Button variant="contained" onClick={() => void signIn()}>
              {t('session.signIn')}
            </Button>
          ) : (
            <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>
          )
        }
      />
    );
  }
  if (!data) {
    if (search.layout === 'list') return <RowSkeletons count={10} label={t('app.loading')} />;
    return <MapCardSkeletons foot count={10} label={t('app.loading')} />;
  }
  if (items.length === 0) return <EmptyGallery search={search} onChange={onChange} />;
  const Items = search.layout === 'list' ? GalleryList : GalleryCards;
  const showMore = () => {
    if (data.pages.length < mostPages) onChange({ page: data.pages.length + 1 });
    else void found.fetchNextPage();
  };
  return (
    <Box
      aria-busy={isPlaceholderData}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        opacity: isPlaceholderData ? 0.6 : 1,
        transition: 'opacity 140ms',
      }}
    >
      <Items items={items} actions={actions} onMapIntent={onMapIntent} />
      {!isPlaceholderData && (
        <MoreMaps
          key={items.length}
          found={found}
          shown={items.length}
          total={data.pages[0]?.total ?? 0}
          onMore={showMore}
        />
      )}
    </Box>
  );
}
