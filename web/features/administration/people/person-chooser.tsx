import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { listAccounts } from '../../../portal/accounts/list-accounts.ts';
import type { PortalUser } from '../../../portal/portal-types.ts';
import { errorText } from '../../languages/index.ts';
import { usePeopleKey } from './use-people.ts';

interface PersonChooserProps {
  label: string;
  help?: string;
  busy: boolean;
  /** Who is chosen and stays so; without it the field empties itself for the next person. */
  chosen?: PortalUser | null;
  /** Who is not offered. */
  except?: (person: PortalUser) => boolean;
  onChoose: (person: PortalUser | null) => void;
}

/** Finds a person of the organisation by name. */
export function PersonChooser({ label, help, busy, chosen, except, onChoose }: PersonChooserProps) {
  const { t } = useTranslation();
  const { connection, portal } = useApplicationContext();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState('');
  const found = useQuery({
    queryKey: [...usePeopleKey(), 'chooser', typed],
    queryFn: ({ signal }) =>
      listAccounts(connection, portal?.id ?? '', { text: typed, order: 'fullname', start: 1 }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      options={(found.data?.results ?? []).filter((each) => !except?.(each))}
      filterOptions={(options) => options}
      getOptionLabel={({ username, fullName }) => (fullName ? `${fullName} (${username})` : username)}
      getOptionKey={({ username }) => username}
      isOptionEqualToValue={(one, other) => one.username === other.username}
      loading={found.isFetching}
      disabled={busy}
      value={chosen ?? null}
      blurOnSelect
      onChange={(_event, person) => onChoose(person)}
      inputValue={shown}
      onInputChange={(_event, next, reason) => {
        setTyped(reason === 'input' ? next : '');
        setShown(reason === 'input' || chosen !== undefined ? next : '');
      }}
      sx={{ mt: 1 }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          required={chosen !== undefined}
          error={found.isError}
          helperText={found.error ? errorText(t, found.error) : help}
        />
      )}
    />
  );
}
