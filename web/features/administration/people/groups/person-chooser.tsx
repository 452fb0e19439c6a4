import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../../context/application-context.ts';
import { listAccounts } from '../../../../portal/accounts/list-accounts.ts';
import { usePeopleKey } from '../use-people.ts';

/** Finds a person of the organisation by name. */
export function PersonChooser({ busy, onChoose }: { busy: boolean; onChoose: (username: string) => void }) {
  const { t } = useTranslation();
  const { connection, portal } = useApplicationContext();
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: [...usePeopleKey(), 'chooser', text],
    queryFn: ({ signal }) =>
      listAccounts(connection, portal?.id ?? '', { text, order: 'fullname', start: 1 }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      options={found.data?.results ?? []}
      filterOptions={(options) => options}
      getOptionLabel={({ username, fullName }) => (fullName ? `${fullName} (${username})` : username)}
      getOptionKey={({ username }) => username}
      loading={found.isFetching}
      disabled={busy}
      value={null}
      blurOnSelect
      onChange={(_event, person) => person && onChoose(person.username)}
      inputValue={text}
      onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
      sx={{ mt: 1 }}
      renderInput={(input) => <TextField {...input} label={t('people.group.add')} />}
    />
  );
}
