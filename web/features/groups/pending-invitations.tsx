import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { listGroupInvitations, revokeGroupInvitation } from '../../portal/accounts/group-invitations.ts';
import type { PortalGroup } from '../../portal/portal-types.ts';
import { errorText, useFormats } from '../languages/index.ts';
import { useGroupChange, useGroupsKey } from './use-groups.ts';

/** Open invitations to a group, for those who manage it; each can be revoked. */
export function PendingInvitations({ group }: { group: PortalGroup }) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const { date } = useFormats();
  const key = useGroupsKey();
  const pending = useQuery({
    queryKey: [...key, 'invitations', group.id],
    queryFn: ({ signal }) => listGroupInvitations(connection, group.id, signal),
  });
  const revoke = useGroupChange((id: string) => revokeGroupInvitation(connection, group.id, id));
  const error = revoke.error ?? pending.error;
  const open = pending.data ?? [];
  if (open.length === 0 && !error) return null;
  return (
    <Box component="section" aria-label={t('groups.pending')} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="h3">{t('groups.pending')}</Typography>
      {error && <Alert severity="error">{errorText(t, error)}</Alert>}
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
              sx={{ minHeight: 44 }}
            >
              {t('groups.pending.revoke')}
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
