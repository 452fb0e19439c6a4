import GridView from '@mui/icons-material/GridViewOutlined';
import Tune from '@mui/icons-material/Tune';
import ViewList from '@mui/icons-material/ViewListOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { Choice } from '../../../ui/choice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { chipsRow, ChoiceSkeleton } from '../../../ui/field-skeletons.tsx';
import { activeFilters } from './active-filters.ts';
import {
  type GalleryLayout,
  type GalleryScope,
  type GallerySearch,
  layouts,
  sorts,
  withoutCriteria,
} from './gallery-search.ts';
import { countFilters, effectiveSort, offeredScopes } from './portal-search.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

export { AttentionChip } from './attention-chip.tsx';

/** The active filters, each removable; they stay visible when the panel is closed. */
export function ActiveFilters({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const chips = activeFilters(t, search);
  if (chips.length === 0) return null;
  return (
    <Box
      component="fieldset"
      aria-label={t('gallery.filters.active')}
      sx={{ ...chipsRow, minWidth: 0, m: 0, p: 0, border: 0 }}
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

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));
const GroupChooser = lazy(async () => ({ default: (await import('./group-chooser.tsx')).GroupChooser }));

const icons = { cards: <GridView fontSize="small" />, list: <ViewList fontSize="small" /> };

/** Cards or rows. */
function LayoutToggle({
  layout,
  onChoose,
}: {
  layout: GalleryLayout;
  onChoose: (layout: GalleryLayout) => void;
}) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      value={layout}
      aria-label={t('gallery.layout')}
      onChange={(_event, chosen: GalleryLayout | null) => chosen && onChoose(chosen)}
      sx={{ height: { xs: sizes.touch, sm: 40 }, backgroundColor: 'background.paper' }}
    >
      {layouts.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          aria-label={t(`gallery.layout.${one}`)}
          title={t(`gallery.layout.${one}`)}
          sx={{ width: sizes.touch }}
        >
          {icons[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface GalleryFiltersProps {
  search: GallerySearch;
  onChange: ChangeGallery;
  /** Whether a user is signed in, which "my" requires. */
  signedIn: boolean;
}

/** Search, scope, order and layout of the gallery; the other criteria open below. */
export function GalleryFilters({ search, onChange, signedIn }: GalleryFiltersProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const panelId = useId();
  const filters = countFilters(search);
  const [open, setOpen] = useState(false);
  const offeredSorts = search.text ? sorts : sorts.filter((sort) => sort !== 'relevance');
  const chooseScope = (scope: GalleryScope) => onChange({ scope, group: '' });
  return (
    <Box component="search" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <SearchField
          value={search.text}
          label={t('gallery.search')}
          clearLabel={t('gallery.search.clear')}
          onSearch={(text) => onChange({ text })}
        />
        <Choice
          label={t('gallery.scope')}
          value={search.scope}
          options={offeredScopes(signedIn, search.scope).map((scope) => [scope, t(`gallery.scope.${scope}`)])}
          onChoose={chooseScope}
        />
        <Choice
          label={t('gallery.sort')}
          value={effectiveSort(search)}
          options={offeredSorts.map((sort) => [sort, t(`gallery.sort.${sort}`)])}
          onChoose={(sort) => onChange({ sort })}
        />
        <Box sx={{ display: 'flex', gap: 1.5, marginInlineStart: { sm: 'auto' } }}>
          <Badge invisible={filters === 0} badgeContent={number(filters)} color="primary">
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Tune />}
              aria-expanded={open}
              aria-controls={panelId}
              onClick={() => setOpen(!open)}
              sx={{ minHeight: { xs: sizes.touch, sm: 40 }, backgroundColor: 'background.paper' }}
            >
              {t('gallery.filters')}
            </Button>
          </Badge>
          <LayoutToggle layout={search.layout} onChoose={(layout) => onChange({ layout })} />
        </Box>
      </Box>
      {search.scope === 'group' && (
        <Suspense fallback={<ChoiceSkeleton width={480} />}>
          <GroupChooser groupId={search.group} onChoose={(group) => onChange({ group })} />
        </Suspense>
      )}
      <Collapse in={open} id={panelId} unmountOnExit>
        <Suspense fallback={<ChoiceSkeleton />}>
          <FilterPanel search={search} onChange={onChange} />
        </Suspense>
      </Collapse>
    </Box>
  );
}
