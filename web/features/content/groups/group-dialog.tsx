import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { listGroupInvitations, revokeGroupInvitation } from '../../../portal/accounts/group-invitations.ts';
import { deleteGroup, leaveGroup } from '../../../portal/accounts/group-membership.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';
import { GroupMembers } from './group-members.tsx';
import { InvitePeople } from './invite-people.tsx';
import { useGroupChange, useGroupKeys, useGroupRights, useIsChanging } from './use-groups.ts';

/** Members and invitations of a group; leaving and deleting require confirmation. */
export function GroupDialog({ group, onClose }: { group: PortalGroup; onClose: () => void }) {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  const { portal } = useIdentity();
  const { manages } = useGroupRights(group);
  const isChanging = useIsChanging();
  const administers = group.id === config.portal.adminGroupId;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={() => !isChanging && onClose()}
      aria-labelledby="group-title"
    >
      <DialogTitle id="group-title" sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{group.title}</bdi>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {group.snippet && (
          <Typography color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {group.snippet}
          </Typography>
        )}
        {administers && <Alert severity="info">{t('people.group.administers.note')}</Alert>}
        {manages && <InvitePeople group={group} />}
        {manages && portal?.groupInvitations && <PendingInvitations group={group} />}
        <GroupMembers group={group} />
      </DialogContent>
      <EndActions group={group} isChanging={isChanging} onClose={onClose} />
    </Dialog>
  );
}

/** Leaving or deleting the group, with the consequences, and closing the dialog. */
function EndActions({
  group,
  isChanging,
  onClose,
}: {
  group: PortalGroup;
  isChanging: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { connection, config } = useConfiguration();
  const { deletes, leaves } = useGroupRights(group);
  const [asking, setAsking] = useState<'leave' | 'delete'>();
  const end = useGroupChange(async (how: 'leave' | 'delete') => {
    await (how === 'leave' ? leaveGroup : deleteGroup)(connection, group.id);
    onClose();
  });
  const offered = [
    ...(leaves ? (['leave'] as const) : []),
    ...(deletes && group.id !== config.portal.adminGroupId ? (['delete'] as const) : []),
  ];
  return (
    <>
      {asking && (
        <Alert
          severity="warning"
          action={
            <Button color="error" loading={end.isPending} onClick={() => end.mutate(asking)}>
              {t(`people.group.${asking}`)}
            </Button>
          }
          sx={{ mx: 3 }}
        >
          {t(`people.group.${asking}.ask`)}
        </Alert>
      )}
      {end.error && (
        <Alert severity="error" sx={{ mx: 3, mt: 1 }}>
          <ErrorMessage error={end.error} />
        </Alert>
      )}
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {!asking &&
          offered.map((how) => (
            <Button key={how} color="error" onClick={() => setAsking(how)} sx={{ minHeight: sizes.touch }}>
              {t(`people.group.${how}`)}
            </Button>
          ))}
        <Button
          disabled={isChanging}
          onClick={onClose}
          sx={{ marginInlineStart: 'auto', minHeight: sizes.touch }}
        >
          {t('people.done')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Open invitations to a group, for its managers; each can be revoked. */
function PendingInvitations({ group }: { group: PortalGroup }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { date } = useFormats();
  const pending = useQuery({
    queryKey: useGroupKeys().invitations(group.id),
    queryFn: ({ signal }) => listGroupInvitations(connection, group.id, signal),
  });
  const revoke = useGroupChange((id: string) => revokeGroupInvitation(connection, group.id, id));
  const open = pending.data ?? [];
  if (open.length === 0 && !revoke.error && !pending.error) return null;
  return (
    <Box component="section" aria-label={t('groups.pending')} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="h3">{t('groups.pending')}</Typography>
      {pending.error && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => void pending.refetch()}>
              {t('app.tryAgain')}
            </Button>
          }
        >
          <ErrorMessage error={pending.error} />
        </Alert>
      )}
      {revoke.error && (
        <Alert severity="error">
          <ErrorMessage error={revoke.error} />
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {open.map(({ id, username, fromUsername, role, expiration }) => (
          <Box
            component="li"
            key={id}
            sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 52, minWidth: 0 }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography>
                <bdi>{username}</bdi>
              </Typography>
              <Typography color="textSecondary" variant="body2">
                {t('groups.invitation.from', { name: fromUsername, date: date(expiration) })}
                {role === 'group_admin' && ` · ${t('people.group.runs')}`}
              </Typography>
            </Box>
            <Button
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(id)}
              aria-label={`${t('groups.pending.revoke')}: ${username}`}
              sx={{ minHeight: sizes.touch }}
            >
              {t('groups.pending.revoke')}
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
