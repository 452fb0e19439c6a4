import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { lastArea } from '../../context/last-area.ts';
import { Choice } from '../../ui/choice.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { type GallerySearch, kinds } from './gallery-search.ts';
import { TagFilter } from './tag-filter.tsx';
import type { ChangeGallery } from './use-gallery-search.ts';

/** The criteria that are not always in sight: type, category, tags, area, what needs attention. */
export function FilterPanel({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const [shown] = useState(() => lastArea(sessionStorage, org));
  const area = search.area ?? shown;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, pt: 1, alignItems: 'flex-start' }}>
      <Choice
        label={t('gallery.type')}
        value={search.kind}
        options={kinds.map((kind) => [kind, t(`gallery.type.${kind}`)])}
        onChoose={(kind) => onChange({ kind })}
      />
      <CategoryFilter
        groupId={search.group}
        category={search.category}
        onChoose={(category) => onChange({ category })}
      />
      <TagFilter search={search} onChoose={(tags) => onChange({ tags })} />
      {area && (
        <FormControlLabel
          control={
            <Switch
              checked={search.area !== undefined}
              onChange={(event) => onChange({ area: event.target.checked ? area : undefined })}
            />
          }
          label={t('gallery.area')}
          sx={{ minHeight: 44, marginInlineStart: 0 }}
        />
      )}
      <FormControlLabel
        control={
          <Switch
            checked={search.attention}
            onChange={(event) => onChange({ attention: event.target.checked })}
          />
        }
        label={t('gallery.attention')}
        sx={{ minHeight: 44, marginInlineStart: 0 }}
      />
    </Box>
  );
}
