import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { countBelongings, deleteAccount, listAccounts } from '../../../../portal/accounts/accounts.ts';
import type { PortalUser } from '../../../../portal/portal-types.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { LoadState, Waiting } from '../load-state.tsx';
import { withoutIsolates } from '../../../../../wire/languages.ts';
import { useChange } from './use-people.ts';

interface DeletePersonProps {
  person: PortalUser;
  onClose: () => void;
  /** Receives the message that the page below shows. */
  onDeleted: (message: string) => void;
}

/** Shows what will be deleted and what is transferred; the username must be typed, because this cannot be undone. */
export function DeletePerson({ person, onClose, onDeleted }: DeletePersonProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const { username } = person;
  const name = person.fullName || username;
  const [newOwner, setNewOwner] = useState<PortalUser | null>(null);
  const [typed, setTyped] = useState('');
  const owned = useQuery({
    queryKey: portalKeys(connection).people.belongings(username),
    queryFn: ({ signal }) => countBelongings(connection, username, signal),
  });
  const remove = useChange(async () => {
    await deleteAccount(connection, username, newOwner?.username);
    onDeleted(
      newOwner
        ? t('people.delete.doneTo', { name, newOwner: newOwner.fullName || newOwner.username })
        : t('people.delete.done', { name }),
    );
  });
  const ownsSome = owned.data !== undefined && owned.data.items + owned.data.groups > 0;
  const stuck = ownsSome && !portal?.accountHandover;
  const ready = owned.data && !stuck && (!ownsSome || newOwner) && withoutIsolates(typed).trim() === username;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => !remove.isPending && onClose()}
      aria-labelledby="delete-person-title"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !remove.isPending) remove.mutate();
        }}
      >
        <DialogTitle id="delete-person-title" sx={{ overflowWrap: 'anywhere' }}>
          {t('people.delete.ask', { name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>{t('people.delete.why')}</Typography>
          <LoadState query={owned} waiting={<Waiting count={2} height={40} />}>
            {(counts) => (
              <>
                <Typography sx={{ fontWeight: 500 }}>
                  {ownsSome ? t('people.delete.owns', { ...counts }) : t('people.delete.ownsNothing')}
                </Typography>
                {stuck && <Alert severity="info">{t('people.delete.first')}</Alert>}
                {ownsSome && !stuck && (
                  <PersonChooser
                    label={t('people.delete.newOwner')}
                    help={t('people.delete.newOwner.help', { username })}
                    busy={remove.isPending}
                    chosen={newOwner}
                    except={(each) => each.username === username || each.disabled === true}
                    onChoose={setNewOwner}
                  />
                )}
                {!stuck && (
                  <TextField
                    fullWidth
                    required
                    disabled={remove.isPending}
                    label={t('people.username')}
                    helperText={t('people.delete.confirm', { username })}
                    value={typed}
                    onChange={({ target }) => setTyped(target.value)}
                    slotProps={{
                      htmlInput: {
                        dir: 'ltr',
                        spellCheck: false,
                        autoComplete: 'off',
                        autoCapitalize: 'off',
                      },
                    }}
                  />
                )}
              </>
            )}
          </LoadState>
          {remove.error && (
            <Alert severity="error">
              <ErrorMessage error={remove.error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={remove.isPending} onClick={onClose}>
            {t('administration.cancel')}
          </Button>
          {!stuck && (
            <Button
              type="submit"
              color="error"
              variant="contained"
              loading={remove.isPending}
              disabled={!ready}
            >
              {t('people.delete')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface PersonChooserProps {
  label: string;
  help?: string;
  busy: boolean;
  /** The selected user; undefined clears the field after each selection. */
  chosen?: PortalUser | null;
  /** Users to exclude. */
  except?: (person: PortalUser) => boolean;
  onChoose: (person: PortalUser | null) => void;
}

/** Finds a user of the organisation by name. */
function PersonChooser({ label, help, busy, chosen, except, onChoose }: PersonChooserProps) {
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState('');
  const found = useQuery({
    queryKey: portalKeys(connection).people.found(typed),
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
          helperText={found.error ? <ErrorMessage error={found.error} /> : help}
        />
      )}
    />
  );
}
