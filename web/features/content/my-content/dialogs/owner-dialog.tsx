import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { reassignItem } from '../../../../portal/change-items.ts';
import { searchPeople } from '../../../../portal/groups.ts';
import { personKeys } from '../../../../portal/query-keys.ts';
import { searchText } from '../../../../../wire/search-text.ts';
import { useBatch, useReason } from '../use-batch.ts';
import { type ItemsDialogProps, TaskDialog, useItemsTitle } from './task-dialog.tsx';

/** Transfers items to another user; for administrators. */
export function OwnerDialog({ items, onDone, onClose }: ItemsDialogProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const title = useItemsTitle('owner', items);
  const batch = useBatch(useReason());
  const [typed, setTyped] = useState('');
  const [owner, setOwner] = useState<string>();
  const q = searchText(useDeferredValue(typed));
  const { data: people = [], isFetching } = useQuery({
    queryKey: personKeys(connection, user?.username ?? '').people(q),
    queryFn: ({ signal }) => searchPeople(connection, q, signal),
    placeholderData: keepPreviousData,
  });
  const names = new Map(people.map(({ username, fullName }) => [username, fullName]));
  // Items that were already transferred cannot be transferred again.
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const submit = async () => {
    if (!owner) return;
    const rest = items.filter(({ id }) => !given.has(id));
    const well = await batch.run(rest, async (item) => {
      await reassignItem(connection, item, owner);
      setGiven((now) => new Set([...now, item.id]));
    });
    onDone(well);
  };
  return (
    <TaskDialog
      title={title}
      action={t('content.task.owner')}
      batch={batch}
      ready={owner !== undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Autocomplete
        loading={isFetching}
        options={[...names.keys()]}
        filterOptions={(options) => options}
        getOptionLabel={(username) =>
          names.get(username) ? `${names.get(username)} (${username})` : username
        }
        value={owner ?? null}
        onInputChange={(_event, text, reason) => reason === 'input' && setTyped(text)}
        onChange={(_event, chosen) => setOwner(chosen ?? undefined)}
        noOptionsText={t('content.owner.none')}
        renderInput={(field) => <TextField {...field} label={t('content.owner.new')} />}
      />
    </TaskDialog>
  );
}
