import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfiguration } from '../../../../context/application-context.ts';
import { loadGroup, searchGroups } from '../../../../portal/groups.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { searchText } from '../../../../../wire/search-text.ts';
import type { FieldProps } from '../field-group.tsx';

/** Groups of the portal, searched by title and stored by id. */
export function GroupsField({ label, help, fault, value, onChange }: FieldProps) {
  const { connection } = useConfiguration();
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: portalKeys(connection).groupsByTitle(text),
    queryFn: ({ signal }) => searchGroups(connection, searchText(text) || '*', signal),
    placeholderData: keepPreviousData,
  });
  const named = useQuery({
    queryKey: portalKeys(connection).groupTitles(chosen),
    queryFn: async ({ signal }) =>
      Promise.all(
        chosen.map(async (id) => {
          const group = await loadGroup(connection, id, signal).catch(() => undefined);
          return [id, group?.title ?? id] as const;
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const titles = new Map([
    ...(named.data ?? []),
    ...(found.data ?? []).map(({ id, title }) => [id, title] as const),
  ]);
  return (
    <Autocomplete
      multiple
      options={(found.data ?? []).map(({ id }) => id)}
      filterOptions={(options) => options}
      loading={found.isFetching}
      value={chosen}
      onChange={(_event, next) => onChange(next)}
      inputValue={text}
      onInputChange={(_event, next) => setText(next)}
      getOptionLabel={(id) => titles.get(id) ?? id}
      renderInput={(input) => (
        <TextField {...input} label={label} helperText={fault || help} error={fault !== ''} />
      )}
    />
  );
}
