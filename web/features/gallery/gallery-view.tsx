import Box from '@mui/material/Box';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { Page } from '../../ui/page.tsx';
import { useFormats } from '../languages/index.ts';
import { ActiveFilters } from './active-filters.tsx';
import { useGalleryActions } from './gallery-actions.ts';
import { GalleryFilters } from './gallery-filters.tsx';
import { GalleryResults } from './gallery-results.tsx';
import { useGalleryMaps } from './use-gallery-maps.ts';
import { useCloseDetails, useGallerySearch } from './use-gallery-search.ts';

/** Milliseconds for which a notice is shown. */
const noticeTime = 5000;

const DetailsDrawer = lazy(async () => ({
  default: (await import('./details/details-drawer.tsx')).DetailsDrawer,
}));

/** The maps a person may see, with search, scope, filters, sorting and details; ten are loaded at a time. */
export function GalleryView({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { user } = useApplicationContext();
  const [search, change] = useGallerySearch();
  const closeDetails = useCloseDetails(change);
  const found = useGalleryMaps(search);
  const { actions, notice, forgetNotice } = useGalleryActions(change);
  const { data, isPlaceholderData } = found;
  const { number } = useFormats();
  const total = data?.pages[0]?.total ?? 0;
  const counted =
    search.kind === 'maps'
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
        <GalleryFilters search={search} onChange={change} signedIn={user !== undefined} />
        <ActiveFilters search={search} onChange={change} />
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
      <Snackbar open={notice !== ''} message={notice} autoHideDuration={noticeTime} onClose={forgetNotice} />
    </Page>
  );
}
