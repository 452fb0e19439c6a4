import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { addToGroup, removeFromGroup } from '../../../portal/accounts/group-membership.ts';
import { searchGroups } from '../../../portal/groups.ts';
import type { PortalUser } from '../../../portal/portal-types.ts';
import { searchText } from '../../../portal/search-text.ts';
import { errorText } from '../../languages/index.ts';
import { useChange, usePeopleKey } from './use-people.ts';

/** The groups a person is in, each of which they can be taken out of, and others to add them to. */
export function PersonGroups({ person }: { person: PortalUser }) {
  const { t } = useTranslation();
  const { connection, config } = useApplicationContext();
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: [...usePeopleKey(), 'groups', 'chooser', text],
    queryFn: ({ signal }) => searchGroups(connection, searchText(text) || '*', signal),
    placeholderData: keepPreviousData,
  });
  const add = useChange((id: string) => addToGroup(connection, id, person.username));
  const remove = useChange((id: string) => removeFromGroup(connection, id, person.username));
  const error = add.error ?? remove.error;
  const inside = new Set(person.groups.map(({ id }) => id));
  const busy = add.isPending || remove.isPending;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{t('people.groups')}</Typography>
      {person.groups.length === 0 ? (
        <Typography color="textSecondary">{t('people.groups.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {person.groups.map(({ id, title, owner }) => (
            <li key={id}>
              <Chip
                label={title}
                color={id === config.portal.adminGroupId ? 'primary' : 'default'}
                disabled={busy}
                {...(owner !== person.username && {
                  onDelete: () => remove.mutate(id),
                  // The chip itself takes Delete and Backspace; a screen reader is told so by its name.
                  'aria-label': t('people.groups.remove', { title }),
                })}
              />
            </li>
          ))}
        </Box>
      )}
      <Autocomplete
        options={(found.data ?? []).filter(({ id }) => !inside.has(id))}
        filterOptions={(options) => options}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        loading={found.isFetching}
        disabled={busy}
        value={null}
        blurOnSelect
        onChange={(_event, group) => group && add.mutate(group.id)}
        inputValue={text}
        onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
        renderInput={(input) => <TextField {...input} label={t('people.groups.add')} />}
      />
      {error && <Alert severity="error">{errorText(t, error)}</Alert>}
    </Box>
  );
}
