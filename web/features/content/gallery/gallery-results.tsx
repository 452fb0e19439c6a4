import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { MapCardSkeletons, RowSkeletons } from '../../../ui/skeletons.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { useInView } from '../../../ui/use-in-view.ts';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { EmptyGallery, MissingChoice } from './empty-gallery.tsx';
import type { GalleryActions } from './gallery-actions.ts';
import { GalleryCards } from './gallery-cards.tsx';
import { GalleryList } from './gallery-list.tsx';
import { type GallerySearch, mostPages } from './gallery-search.ts';
import type { useGalleryMaps } from './use-gallery-maps.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

export interface GalleryResultsProps {
  search: GallerySearch;
  found: ReturnType<typeof useGalleryMaps>;
  actions: GalleryActions;
  onChange: ChangeGallery;
  onMapIntent: () => void;
}

/** The results in their four states: loading, failed, empty, filled. */
export function GalleryResults({ search, found, actions, onChange, onMapIntent }: GalleryResultsProps) {
  const { t } = useTranslation();
  const { user, signIn } = useIdentity();
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

interface MoreMapsProps {
  found: ReturnType<typeof useGalleryMaps>;
  shown: number;
  total: number;
  onMore: () => void;
}

/** The end of the list: loads the next page when it becomes visible or by its button; shows why when that fails. */
function MoreMaps({ found, shown, total, onMore }: MoreMapsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = found;
  const watch = useInView(() => {
    if (hasNextPage && !isFetchingNextPage && !error) onMore();
  });
  if (error) {
    const again = (
      <Button color="inherit" size="small" onClick={() => void fetchNextPage()}>
        {t('app.tryAgain')}
      </Button>
    );
    return (
      <Alert severity="error" action={again}>
        {t('gallery.error.more')}: {errorText(t, error)}
      </Alert>
    );
  }
  if (!hasNextPage) return null;
  return (
    <Box ref={watch} sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 2 }}>
      <Typography color="textSecondary">
        {t('gallery.shown', { shown: number(shown), total: number(total) })}
      </Typography>
      {isFetchingNextPage ? (
        <CircularProgress size={28} aria-label={t('app.loading')} />
      ) : (
        <Button variant="outlined" onClick={onMore}>
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}
