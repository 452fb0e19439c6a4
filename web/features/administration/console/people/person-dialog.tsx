import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { addToGroup, removeFromGroup } from '../../../../portal/accounts/group-membership.ts';
import { setRole } from '../../../../portal/accounts/accounts.ts';
import { searchGroups } from '../../../../portal/groups.ts';
import type { PortalUser } from '../../../../portal/portal-types.ts';
import { searchText } from '../../../../../wire/search-text.ts';
import { userThumbnail } from '../../../../portal/thumbnails.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { initials } from '../../../../ui/initials.ts';
import { LongList } from '../../../../ui/long-list.tsx';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { LoadState } from '../load-state.tsx';
import { PersonAccount } from './person-account.tsx';
import { RoleChoice } from './account-fields.tsx';
import { useChange, useIsChanging, usePerson } from './use-people.ts';

/** One user: role, groups, account. Each change takes effect at once. */
export function PersonDialog({
  username,
  onClose,
  onDeleted,
}: {
  username: string;
  onClose: () => void;
  onDeleted: (message: string) => void;
}) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const person = usePerson(username);
  const isChanging = useIsChanging();
  const name = person.data?.fullName || username;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={() => !isChanging && onClose()}
      aria-labelledby="person-title"
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 3, pt: 2.5 }}>
        <Avatar
          src={person.data && userThumbnail(connection, person.data)}
          alt=""
          sx={{ width: 48, height: 48, bgcolor: 'primary.main', color: 'primary.contrastText' }}
        >
          {initials(name)}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <DialogTitle id="person-title" noWrap sx={{ p: 0 }}>
            <bdi>{name}</bdi>
          </DialogTitle>
          <Typography noWrap color="textSecondary">
            <bdi>{[username, person.data?.email].filter(Boolean).join(' · ')}</bdi>
          </Typography>
        </Box>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <LoadState query={person}>
          {(user) => (
            <>
              <PersonRole person={user} />
              <PersonGroups person={user} />
              <PersonAccount person={user} onDeleted={onDeleted} />
            </>
          )}
        </LoadState>
      </DialogContent>
      <DialogActions>
        <Button disabled={isChanging} onClick={onClose}>
          {t('people.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The user's role in the portal. */
function PersonRole({ person }: { person: PortalUser }) {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const change = useChange((role: string) => setRole(connection, person.username, role));
  const allowed = user?.privileges.includes('portal:admin:changeUserRoles') ?? false;
  return (
    <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
      <RoleChoice
        value={(change.isPending && change.variables) || person.roleId || person.role || ''}
        disabled={!allowed || change.isPending}
        onChoose={(role) => change.mutate(role)}
      />
      {change.error && (
        <Alert severity="error">
          <ErrorMessage error={change.error} />
        </Alert>
      )}
    </Box>
  );
}

/** The user's groups, each with a way to remove them, and other groups to add them to. */
function PersonGroups({ person }: { person: PortalUser }) {
  const { t } = useTranslation();
  const { connection, config } = useConfiguration();
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: portalKeys(connection).people.groupsToAdd(text),
    queryFn: ({ signal }) => searchGroups(connection, searchText(text) || '*', signal),
    placeholderData: keepPreviousData,
  });
  const change = useChange(({ id, how }: { id: string; how: 'add' | 'remove' }) =>
    (how === 'add' ? addToGroup : removeFromGroup)(connection, id, person.username),
  );
  const inside = new Set(person.groups.map(({ id }) => id));
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h3">{t('people.groups')}</Typography>
      {person.groups.length === 0 ? (
        <Typography color="textSecondary">{t('people.groups.none')}</Typography>
      ) : (
        <LongList
          items={person.groups}
          textOf={({ title }) => title}
          searchLabel={t('people.group.search')}
          noneText={t('people.group.none')}
          moreLabel={t('app.showMore')}
        >
          {(groups) => (
            <Box
              component="ul"
              sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', gap: 1, flexWrap: 'wrap' }}
            >
              {groups.map(({ id, title, owner }) => (
                <Box component="li" key={id} sx={{ minWidth: 0 }}>
                  <Chip
                    label={title}
                    color={id === config.portal.adminGroupId ? 'primary' : 'default'}
                    disabled={change.isPending}
                    {...(owner !== person.username && {
                      onDelete: () => change.mutate({ id, how: 'remove' }),
                      // The chip handles Delete and Backspace; its label tells screen reader users so.
                      'aria-label': t('people.groups.remove', { title }),
                    })}
                  />
                </Box>
              ))}
            </Box>
          )}
        </LongList>
      )}
      <Autocomplete
        options={(found.data ?? []).filter(({ id }) => !inside.has(id))}
        filterOptions={(options) => options}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        loading={found.isFetching}
        disabled={change.isPending}
        value={null}
        blurOnSelect
        onChange={(_event, group) => group && change.mutate({ id: group.id, how: 'add' })}
        inputValue={text}
        onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
        renderInput={(input) => <TextField {...input} label={t('people.groups.add')} />}
      />
      {change.error && (
        <Alert severity="error">
          <ErrorMessage error={change.error} />
        </Alert>
      )}
    </Box>
  );
}
