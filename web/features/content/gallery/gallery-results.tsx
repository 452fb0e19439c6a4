import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { maxResults } from '../../../portal/search-items.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { MapCardSkeletons, RowSkeletons } from '../../../ui/skeletons.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { useFocusAdded } from '../../../ui/use-focus-added.ts';
import { useInView } from '../../../ui/use-screen.ts';
import type { GalleryActions } from './gallery-actions.ts';
import { GalleryCards } from './gallery-cards.tsx';
import { type GallerySearch, maxPages } from './gallery-search.ts';
import { isNarrowed } from './portal-search.ts';
import type { useGalleryMaps } from './use-gallery-maps.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

export interface GalleryResultsProps {
  search: GallerySearch;
  found: ReturnType<typeof useGalleryMaps>;
  actions: GalleryActions;
  onChange: ChangeGallery;
  onMapIntent: () => void;
}

// What most visits do without. The list is requested with its data.
const EmptyGallery = lazy(async () => ({ default: (await import('./empty-gallery.tsx')).EmptyGallery }));
const MissingChoice = lazy(async () => ({ default: (await import('./empty-gallery.tsx')).MissingChoice }));
const loadList = async () => ({ default: (await import('./gallery-list.tsx')).GalleryList });
const GalleryList = lazy(loadList);

/** Shows the cards that the server has drawn in place of skeletons, until there are results. */
function useDrawnCards(waiting: boolean): void {
  useLayoutEffect(() => {
    const cards = document.getElementById('shell-cards');
    if (!waiting) return cards?.remove();
    cards?.setAttribute('data-kept', '');
    return () => cards?.remove();
  }, [waiting]);
}

/** The results in their four states: loading, failed, empty, filled. */
export function GalleryResults({ search, found, actions, onChange, onMapIntent }: GalleryResultsProps) {
  const { t } = useTranslation();
  const { user, signIn } = useIdentity();
  const { data, error, isPlaceholderData, missing, refetch } = found;
  useDrawnCards(!data && !error && !missing && !isNarrowed(search));
  useEffect(() => {
    if (search.layout === 'list') loadList().catch(() => {});
  }, [search.layout]);
  if (missing)
    return (
      <Suspense>
        <MissingChoice missing={missing} onChange={onChange} />
      </Suspense>
    );
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
  const rows = <RowSkeletons count={10} label={t('app.loading')} />;
  if (!data) {
    if (search.layout === 'list') return rows;
    return <MapCardSkeletons foot count={10} label={t('app.loading')} />;
  }
  if (items.length === 0)
    return (
      <Suspense>
        <EmptyGallery search={search} onChange={onChange} />
      </Suspense>
    );
  const Items = search.layout === 'list' ? GalleryList : GalleryCards;
  const showMore = () => {
    if (data.pages.length < maxPages) onChange({ page: data.pages.length + 1 });
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
      <Suspense fallback={rows}>
        <Items items={items} actions={actions} onMapIntent={onMapIntent} />
        {!isPlaceholderData && (
          <MoreMaps found={found} shown={items.length} total={data.pages[0]?.total ?? 0} onMore={showMore} />
        )}
      </Suspense>
    </Box>
  );
}

interface MoreMapsProps {
  found: ReturnType<typeof useGalleryMaps>;
  shown: number;
  total: number;
  onMore: () => void;
}

const Alert = lazy(() => import('@mui/material/Alert'));

/** The end of the list: loads the next page when it becomes visible or by its button; shows why when that fails. */
function MoreMaps({ found, shown, total, onMore }: MoreMapsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = found;
  const end = useRef<HTMLDivElement>(null);
  const noteRows = useFocusAdded(end, isFetchingNextPage);
  const press = (load: () => unknown) => () => {
    noteRows();
    load();
  };
  const watch = useInView(() => {
    if (hasNextPage && !isFetchingNextPage && !error) onMore();
  });
  if (error) {
    const again = (
      <Button color="inherit" size="small" onClick={press(fetchNextPage)}>
        {t('app.tryAgain')}
      </Button>
    );
    return (
      <Suspense>
        <Alert ref={end} severity="error" action={again}>
          {t('gallery.error.more')}: {errorText(t, error)}
        </Alert>
      </Suspense>
    );
  }
  if (!hasNextPage) {
    if (total < maxResults) return null;
    return (
      <Suspense>
        <Alert severity="info">{t('gallery.count.many', { number: number(maxResults) })}</Alert>
      </Suspense>
    );
  }
  return (
    <Box ref={end} sx={{ position: 'relative', display: 'grid', justifyItems: 'center', gap: 1, py: 2 }}>
      {/* A new one per page: on a tall screen the end may still be visible after a page has loaded. */}
      <Box key={shown} ref={watch} sx={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
      <Typography color="textSecondary">
        {t('gallery.shown', { shown: number(shown), total: number(total) })}
      </Typography>
      <Button variant="outlined" loading={isFetchingNextPage} onClick={press(onMore)}>
        {t('app.showMore')}
      </Button>
    </Box>
  );
}
