import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { searchItems } from '../../portal/search-items.ts';
import { useFormats } from '../languages/index.ts';
import type { GallerySearch } from './gallery-search.ts';
import { portalSearch } from './portal-search.ts';

/** Tags offered: the most frequent of what is shown. */
const offered = 40;

/** Tags to narrow the gallery by: those of the maps shown, with their number, or any that is typed. */
export function TagFilter({
  search,
  onChoose,
}: {
  search: GallerySearch;
  onChoose: (tags: string[]) => void;
}) {
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
      value={[...search.tags]}
      onChange={(_event, tags) => onChoose(tags.map((tag) => tag.trim()).filter(Boolean))}
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
  const { connection, config, user } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const viewer = { username: who, orgId: user?.orgId, favGroupId: undefined };
  const { q, filter, bbox, categories } = portalSearch(
    { ...search, attention: false },
    config.gallery,
    viewer,
  );
  return useQuery({
    queryKey: ['portal', connection.restUrl, who, 'tags', q, filter, bbox, categories],
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
