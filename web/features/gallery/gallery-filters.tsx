import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { effectiveSort, type GallerySearch, scopes, sorts } from './gallery-search.ts';
import { SearchField } from './search-field.tsx';

export interface GalleryFiltersProps {
  search: GallerySearch;
  onChange: (change: Partial<GallerySearch>) => void;
  /** Whether somebody is signed in: only then there is "my". */
  signedIn: boolean;
}

/** Search, scope and order of the gallery. */
export function GalleryFilters({ search, onChange, signedIn }: GalleryFiltersProps) {
  const { t } = useTranslation();
  const offeredSorts = search.text ? sorts : sorts.filter((sort) => sort !== 'relevance');
  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <SearchField value={search.text} onSearch={(text) => onChange({ text })} />
      {signedIn && (
        <Choice
          label={t('gallery.scope')}
          value={search.scope}
          options={scopes.map((scope) => [scope, t(`gallery.scope.${scope}`)])}
          onChoose={(scope) => onChange({ scope })}
        />
      )}
      <Choice
        label={t('gallery.sort')}
        value={effectiveSort(search)}
        options={offeredSorts.map((sort) => [sort, t(`gallery.sort.${sort}`)])}
        onChoose={(sort) => onChange({ sort })}
      />
    </Box>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value as Value)}
      sx={{ flex: '0 1 180px', minWidth: 140 }}
    >
      {options.map(([option, text]) => (
        <MenuItem key={option} value={option}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
