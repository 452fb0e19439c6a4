import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { lastArea } from '../../../context/recent-maps.ts';
import {
  categoryPaths,
  loadCategorySchema,
  loadGroupCategorySchema,
} from '../../../portal/category-schema.ts';
import { searchItems } from '../../../portal/search-items.ts';
import { Choice } from '../../../ui/choice.tsx';
import { ChoiceSkeleton } from '../../../ui/field-skeletons.tsx';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { sizes } from '../../../ui/sizes.ts';
import { kinds, type GallerySearch, maxTags } from './gallery-search.ts';
import { portalSearch } from './portal-search.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

/** Number of offered tags: the most frequent of the results. */
const offered = 40;

/** Tags to filter by: those of the shown maps with counts, or any typed one. */
function TagFilter({ search, onChoose }: { search: GallerySearch; onChoose: (tags: string[]) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data: counts = [], isFetching } = useTagCounts(search);
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      size="small"
      loading={isFetching}
      options={counts.map(({ value }) => value).filter((tag) => !search.tags.includes(tag))}
      getOptionDisabled={() => search.tags.length >= maxTags}
      value={[...search.tags]}
      onChange={(_event, tags) =>
        onChoose(
          tags
            .map((tag) => tag.trim())
            .filter(Boolean)
            .slice(0, maxTags),
        )
      }
      limitTags={3}
      sx={{ flex: '1 1 220px', minWidth: 0, maxWidth: 480 }}
      renderInput={(field) => <TextField {...field} label={t('gallery.tags')} />}
      renderOption={({ key, ...item }, tag) => (
        <li key={key} {...item}>
          <span style={{ flex: 1, overflowWrap: 'anywhere' }}>{tag}</span>{' '}
          <Typography component="span" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {number(countOf.get(tag) ?? 0)}
          </Typography>
        </li>
      )}
    />
  );
}

function useTagCounts(search: GallerySearch) {
  const { connection, config } = useConfiguration();
  const { user } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const viewer = { username: who, orgId: user?.orgId, favGroupId: undefined };
  const { q, filter, bbox, categories } = portalSearch(
    { ...search, attention: false },
    config.gallery,
    viewer,
  );
  return useQuery({
    queryKey: personKeys(connection, who).galleryTags(q, filter, bbox, categories),
    queryFn: async ({ signal }) => {
      const counting = { countFields: ['tags'], countSize: offered };
      const page = await searchItems(
        connection,
        {
          q,
          num: 0,
          ...(filter && { filter }),
          ...(bbox && { bbox }),
          ...(categories && { categories }),
          ...counting,
        },
        signal,
      );
      return page.aggregations?.counts?.find(({ fieldName }) => fieldName === 'tags')?.fieldValues ?? [];
    },
    enabled: known,
  });
}

/** The filters that are not always visible: type, category, tags, area, needs attention. */
export function FilterPanel({ search, onChange }: { search: GallerySearch; onChange: ChangeGallery }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
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
          sx={{ minHeight: sizes.touch, marginInlineStart: 0 }}
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
        sx={{ minHeight: sizes.touch, marginInlineStart: 0 }}
      />
    </Box>
  );
}

interface CategoryFilterProps {
  /** The selected group, whose own categories are listed before the portal's; empty: none. */
  groupId: string;
  category: string;
  onChoose: (category: string) => void;
}

/** The categories as a tree; nothing if there are none, and an error if they couldn't be loaded. */
function CategoryFilter({ groupId, category, onChoose }: CategoryFilterProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCategories(groupId);
  if (error) {
    const again = (
      <Button color="inherit" size="small" onClick={() => void refetch()}>
        {t('app.tryAgain')}
      </Button>
    );
    return (
      <Alert severity="warning" action={again} sx={{ py: 0 }}>
        {t('gallery.category.error')}: {errorText(t, error)}
      </Alert>
    );
  }
  if (!data) return <ChoiceSkeleton width={220} />;
  if (data.length === 0) return null;
  const known = data.some(({ path }) => path === category);
  return (
    <Choice
      width={220}
      label={t('gallery.category')}
      value={category || '*'}
      options={[
        ['*', t('gallery.category.any')],
        // The URL may name a category that the portal does not have: list it, so that it can be seen and removed.
        ...(category && !known ? [[category, category] as const] : []),
        ...data.map(({ path, title, depth }) => [path, `${'\u2003'.repeat(depth)}${title}`] as const),
      ]}
      onChoose={(chosen) => onChoose(chosen === '*' ? '' : chosen)}
    />
  );
}

function useCategories(groupId: string) {
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: personKeys(connection, who).galleryCategories(groupId),
    queryFn: async ({ signal }) => {
      if (!portal) return [];
      const own = groupId ? await loadGroupCategorySchema(connection, portal, groupId, signal) : [];
      return categoryPaths(own.length > 0 ? own : await loadCategorySchema(connection, portal, signal));
    },
    enabled: known && portal !== undefined,
    staleTime: Infinity,
  });
}
