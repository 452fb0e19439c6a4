import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { usePageName } from '../../../context/page-frame.ts';
import { loadMessages, useFormats } from '../../../i18n/index.ts';
import { maxResults } from '../../../portal/search-items.ts';
import { Page } from '../../../ui/page.tsx';
import { ChipsSkeleton, FiltersSkeleton } from '../../../ui/field-skeletons.tsx';
import { activeFilters } from './active-filters.ts';
import { useGalleryActions } from './gallery-actions.ts';
import { GalleryResults } from './gallery-results.tsx';
import { useGalleryMaps } from './use-gallery-maps.ts';
import { useCloseDetails, useGallerySearch } from './use-gallery-search.ts';

/** Milliseconds for which a notice is shown. */
const noticeTime = 5000;

const DetailsDrawer = lazy(async () => {
  const [{ DetailsDrawer: Drawer }] = await Promise.all([
    import('./details/details-drawer.tsx'),
    loadMessages('others'),
  ]);
  return { default: Drawer };
});
const loadFilters = () => import('./gallery-filters.tsx');
const GalleryFilters = lazy(async () => ({ default: (await loadFilters()).GalleryFilters }));
const ActiveFilters = lazy(async () => ({ default: (await loadFilters()).ActiveFilters }));
const Notice = lazy(async () => ({ default: (await import('@mui/material/Snackbar')).default }));

/** The maps a user may see, with search, scope, filters, sorting and details; ten are loaded at a time. */
export function GalleryView({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const [search, change] = useGallerySearch();
  usePageName(t('gallery.title'));
  const closeDetails = useCloseDetails(change);
  const found = useGalleryMaps(search);
  const { actions, notice, forgetNotice } = useGalleryActions(change);
  const { data, isPlaceholderData } = found;
  const { number } = useFormats();
  const total = data?.pages[0]?.total ?? 0;
  const counted =
    total >= maxResults
      ? t('gallery.count.many', { number: number(maxResults) })
      : search.kind === 'maps'
        ? t('gallery.count', { count: total })
        : t('gallery.count.items', { total: number(total) });
  return (
    <Page>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, flexWrap: 'wrap' }}>
          <Typography variant="h1">{t('gallery.title')}</Typography>
          <Typography component="output" color="textSecondary">
            {data && !isPlaceholderData && !found.missing ? counted : '\u00a0'}
          </Typography>
        </Box>
        <div data-tour="gallery-search">
          <Suspense fallback={<FiltersSkeleton label={t('gallery.filters')} />}>
            <GalleryFilters search={search} onChange={change} signedIn={user !== undefined} />
          </Suspense>
        </div>
        <Suspense
          fallback={
            <ChipsSkeleton
              labels={activeFilters(t, search).map(([label]) => label)}
              button={t('gallery.filters.clear')}
            />
          }
        >
          <ActiveFilters search={search} onChange={change} />
        </Suspense>
      </Box>
      <GalleryResults
        search={search}
        found={found}
        actions={actions}
        onChange={change}
        onMapIntent={onMapIntent}
      />
      {search.item && (
        <Suspense>
          <DetailsDrawer
            id={search.item}
            actions={actions}
            onTag={(tag) => change({ item: '', tags: [tag] })}
            onClose={closeDetails}
            onMapIntent={onMapIntent}
          />
        </Suspense>
      )}
      {notice !== '' && (
        <Suspense>
          <Notice open message={notice} autoHideDuration={noticeTime} onClose={forgetNotice} />
        </Suspense>
      )}
    </Page>
  );
}
