import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { type GroupRole, inviteToGroup } from '../../../portal/accounts/group-invitations.ts';
import { addToGroup } from '../../../portal/accounts/group-membership.ts';
import { listAccounts } from '../../../portal/accounts/accounts.ts';
import type { PortalGroup, PortalUser } from '../../../portal/portal-types.ts';
import { Choice } from '../../../ui/choice.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { useGroupChange, useGroupRights, useGroupKeys } from './use-groups.ts';

/**
 * Invites users into a group: those of the organisation are searched by name, those of a partner organisation by exact
 * username. Administrators of the organisation may also add its users directly.
 */
export function InvitePeople({ group }: { group: PortalGroup }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const { adds } = useGroupRights(group);
  const invites = portal?.groupInvitations === true;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<PortalUser>();
  const [role, setRole] = useState<GroupRole>('group_member');
  const found = useFoundPeople(chosen ? '' : typed);
  const username = chosen?.username ?? typed.trim();
  const clear = () => {
    setChosen(undefined);
    setTyped('');
  };
  const invite = useGroupChange(async (who: { username: string; role: GroupRole }) => {
    const invited = await inviteToGroup(connection, group.id, who);
    clear();
    return invited;
  });
  const add = useGroupChange(async (who: string) => {
    await addToGroup(connection, group.id, who);
    clear();
  });
  const error = invite.error ?? add.error;
  const busy = invite.isPending || add.isPending;
  const reset = () => {
    invite.reset();
    add.reset();
  };
  if (!invites && !adds) return null;
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invites || !username || busy) return;
        reset();
        invite.mutate({ username, role });
      }}
      sx={{ display: 'grid', gap: 1.5, pt: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Autocomplete<PortalUser, false, false, true>
          freeSolo
          options={found.data?.results ?? []}
          filterOptions={(options) => options}
          getOptionLabel={(person) => (typeof person === 'string' ? person : nameOf(person))}
          getOptionKey={(person) => (typeof person === 'string' ? person : person.username)}
          loading={found.isFetching}
          disabled={busy}
          value={chosen ?? null}
          inputValue={typed}
          onChange={(_event, person) => {
            if (person !== null && typeof person !== 'string') setChosen(person);
          }}
          onInputChange={(_event, text, reason) => {
            setTyped(text);
            if (reason === 'reset' || reason === 'selectOption') return;
            setChosen(undefined);
            reset();
          }}
          sx={{ flex: '1 1 240px' }}
          renderInput={(input) => (
            <TextField
              {...input}
              size="small"
              label={t('groups.person')}
              helperText={invites ? t('groups.person.help') : undefined}
              slotProps={{
                ...input.slotProps,
                htmlInput: { ...input.slotProps.htmlInput, autoCapitalize: 'none', spellCheck: false },
              }}
            />
          )}
        />
        {invites && (
          <Choice
            label={t('people.role')}
            value={role}
            options={[
              ['group_member', t('groups.role.member')],
              ['group_admin', t('people.group.runs')],
            ]}
            onChoose={setRole}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {invites && (
          <Button
            type="submit"
            variant="contained"
            loading={invite.isPending}
            disabled={username === '' || busy}
            sx={{ minHeight: sizes.touch }}
          >
            {t('groups.invite')}
          </Button>
        )}
        {adds && (
          <Button
            variant="outlined"
            loading={add.isPending}
            disabled={username === '' || busy}
            onClick={() => {
              reset();
              add.mutate(username);
            }}
            sx={{ minHeight: sizes.touch }}
          >
            {t('groups.add')}
          </Button>
        )}
      </Box>
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {invite.isSuccess && (
        <Alert severity={invite.data ? 'success' : 'info'}>
          {t(invite.data ? 'groups.invited' : 'groups.inside', { name: invite.variables.username })}
        </Alert>
      )}
    </Box>
  );
}

function useFoundPeople(typed: string) {
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  return useQuery({
    queryKey: useGroupKeys().peopleToInvite(typed),
    enabled: portal !== undefined,
    queryFn: ({ signal }) =>
      listAccounts(connection, portal?.id ?? '', { text: typed, order: 'fullname', start: 1 }, signal),
    placeholderData: keepPreviousData,
  });
}

function nameOf({ username, fullName }: PortalUser): string {
  return fullName ? `${fullName} (${username})` : username;
}
