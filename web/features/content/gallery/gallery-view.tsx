import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { Page } from '../../../ui/page.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { useGalleryActions } from './gallery-actions.ts';
import { countFilters } from './gallery-criteria.ts';
import { GalleryFilters } from './gallery-filters.tsx';
import { GalleryResults } from './gallery-results.tsx';
import { type GallerySearch, withoutCriteria } from './gallery-search.ts';
import { useGalleryMaps } from './use-gallery-maps.ts';
import { useCloseDetails, useGallerySearch, type ChangeGallery } from './use-gallery-search.ts';

/** The active filters, each removable; they stay visible when the panel is closed. */
function ActiveFilters({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  if (countFilters(search) === 0) return null;
  const chips: [label: string, without: Partial<GallerySearch>][] = [
    ...(search.kind === 'maps' ? [] : [chip(t(`gallery.type.${search.kind}`), { kind: 'maps' })]),
    ...(search.category ? [chip(search.category.split('/').at(-1) ?? '', { category: '' })] : []),
    ...search.tags.map((tag) => chip(tag, { tags: search.tags.filter((other) => other !== tag) })),
    ...(search.area ? [chip(t('gallery.area'), { area: undefined })] : []),
    ...(search.attention ? [chip(t('gallery.attention'), { attention: false })] : []),
  ];
  return (
    <Box
      component="fieldset"
      aria-label={t('gallery.filters.active')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        minWidth: 0,
        m: 0,
        p: 0,
        border: 0,
      }}
    >
      {chips.map(([label, without]) => (
        <Chip
          key={`${Object.keys(without).join()} ${label}`}
          label={<bdi>{label}</bdi>}
          aria-label={t('gallery.filters.remove', { filter: label })}
          // The whole chip removes the filter, because the icon is too small for touch.
          onClick={() => onChange(without)}
          onDelete={() => onChange(without)}
        />
      ))}
      <Button onClick={() => onChange(withoutCriteria(search))}>{t('gallery.filters.clear')}</Button>
    </Box>
  );
}

const chip = (label: string, without: Partial<GallerySearch>): [string, Partial<GallerySearch>] => [
  label,
  without,
];

/** Milliseconds for which a notice is shown. */
const noticeTime = 5000;

const DetailsDrawer = lazy(async () => ({
  default: (await import('./details/details-drawer.tsx')).DetailsDrawer,
}));

/** The maps a user may see, with search, scope, filters, sorting and details; ten are loaded at a time. */
export function GalleryView({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { user } = useIdentity();
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
