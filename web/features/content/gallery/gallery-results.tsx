import CloudOff from '@mui/icons-material/CloudOffOutlined';
import FilterAltOff from '@mui/icons-material/FilterAltOffOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import StarBorder from '@mui/icons-material/StarBorder';
import Verified from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { maxResults } from '../../../portal/search-items.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { MapCardSkeletons, RowSkeletons } from '../../../ui/skeletons.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { useInView } from '../../../ui/use-screen.ts';
import type { GalleryActions } from './gallery-actions.ts';
import { GalleryCards } from './gallery-cards.tsx';
import { GalleryList } from './gallery-list.tsx';
import { type GallerySearch, maxPages, defaultGallerySearch, withoutCriteria } from './gallery-search.ts';
import { countFilters, isNarrowed, type Missing } from './portal-search.ts';
import type { useGalleryMaps } from './use-gallery-maps.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

export interface GalleryResultsProps {
  search: GallerySearch;
  found: ReturnType<typeof useGalleryMaps>;
  actions: GalleryActions;
  onChange: ChangeGallery;
  onMapIntent: () => void;
}

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

const Alert = lazy(() => import('@mui/material/Alert'));

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
      <Suspense>
        <Alert severity="error" action={again}>
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
    <Box ref={watch} sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 2 }}>
      <Typography color="textSecondary">
        {t('gallery.shown', { shown: number(shown), total: number(total) })}
      </Typography>
      <Button variant="outlined" loading={isFetchingNextPage} onClick={onMore}>
        {t('app.showMore')}
      </Button>
    </Box>
  );
}

/** Why the gallery is empty, with an action: clear the search, show all, sign in, or create a map. */
export function EmptyGallery({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, signIn } = useIdentity();
  const { text, scope } = search;
  if (text && countFilters(search) === 0 && scope === 'all') {
    const clear = <Button onClick={() => onChange({ text: '' })}>{t('gallery.nothingFound.clear')}</Button>;
    // Content shared only with members is found after signing in.
    const visitor = !user && {
      detail: t('gallery.empty.signIn'),
      action: (
        <>
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
          {clear}
        </>
      ),
    };
    return (
      <StateMessage
        icon={<SearchOff />}
        title={t('gallery.nothingFound', { text })}
        action={clear}
        {...visitor}
      />
    );
  }
  if (search.attention && !text && countFilters(search) === 1) {
    const clear = (
      <Button onClick={() => onChange({ attention: false })}>{t('gallery.filters.clear')}</Button>
    );
    return <StateMessage icon={<Verified />} title={t('gallery.empty.attention')} action={clear} />;
  }
  if (text || countFilters(search) > 0) {
    const clear = (
      <Button onClick={() => onChange(withoutCriteria(search))}>{t('gallery.filters.clear')}</Button>
    );
    return <StateMessage icon={<FilterAltOff />} title={t('gallery.nothingFiltered')} action={clear} />;
  }
  if (scope === 'favourites' || scope === 'group') {
    const all = <Button onClick={() => onChange(defaultGallerySearch)}>{t('gallery.scope.all')}</Button>;
    const icon = scope === 'group' ? <MapOutlined /> : <StarBorder />;
    return <StateMessage icon={icon} title={t(`gallery.empty.${scope}`)} action={all} />;
  }
  if (!user) {
    const action = <Button onClick={() => void signIn()}>{t('session.signIn')}</Button>;
    return (
      <StateMessage
        icon={<MapOutlined />}
        title={t('gallery.empty')}
        detail={t('gallery.empty.signIn')}
        action={action}
      />
    );
  }
  const action = (
    <Button component={Link} to={`/${org}/map`}>
      {t('gallery.empty.new')}
    </Button>
  );
  return <StateMessage icon={<MapOutlined />} title={t('gallery.empty')} action={action} />;
}

/** What is required before anything can be shown: sign in, or select a group. */
function MissingChoice({ missing, onChange }: { missing: Missing; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const { signIn } = useIdentity();
  if (missing === 'sign-in') {
    const action = <Button onClick={() => void signIn()}>{t('session.signIn')}</Button>;
    return <StateMessage icon={<Lock />} title={t('error.portal:token-required')} action={action} />;
  }
  const all = <Button onClick={() => onChange(defaultGallerySearch)}>{t('gallery.scope.all')}</Button>;
  return <StateMessage icon={<Groups />} title={t('gallery.group.choose')} action={all} />;
}
