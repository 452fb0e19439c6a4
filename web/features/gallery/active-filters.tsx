import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { countFilters } from './gallery-criteria.ts';
import { type GallerySearch, withoutCriteria } from './gallery-search.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

/** The criteria in force, each to be taken away; they stay in sight when the panel is closed. */
export function ActiveFilters({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
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
          // All of it takes the filter away: the sign alone is too small for a finger.
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
