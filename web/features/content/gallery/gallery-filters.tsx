import GridView from '@mui/icons-material/GridViewOutlined';
import Tune from '@mui/icons-material/Tune';
import ViewList from '@mui/icons-material/ViewListOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/choice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { FilterPanel } from './filter-panel.tsx';
import { countFilters } from './gallery-criteria.ts';
import {
  type GallerySearch,
  type GalleryScope,
  sorts,
  type GalleryLayout,
  layouts,
} from './gallery-search.ts';
import { GroupChooser } from './group-chooser.tsx';
import { effectiveSort, offeredScopes } from './portal-search.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

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

export interface GalleryFiltersProps {
  search: GallerySearch;
  onChange: ChangeGallery;
  /** Whether a user is signed in, which "my" requires. */
  signedIn: boolean;
}

/** Search, scope, order and layout of the gallery; the other criteria open below. */
export function GalleryFilters({ search, onChange, signedIn }: GalleryFiltersProps) {
  const { t } = useTranslation();
  const panelId = useId();
  const filters = countFilters(search);
  const [open, setOpen] = useState(filters > 0);
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
          <Badge badgeContent={filters} color="primary">
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
        <GroupChooser groupId={search.group} onChoose={(group) => onChange({ group })} />
      )}
      <Collapse in={open} id={panelId} unmountOnExit>
        <FilterPanel search={search} onChange={onChange} />
      </Collapse>
    </Box>
  );
}
