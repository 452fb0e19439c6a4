import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { deleteGroup, leaveGroup } from '../../portal/accounts/group-membership.ts';
import type { PortalGroup } from '../../portal/portal-types.ts';
import { errorText } from '../languages/index.ts';
import { GroupMembers } from './group-members.tsx';
import { InvitePeople } from './invite-people.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { useGroupChange, useGroupRights } from './use-groups.ts';

/** Who is in a group and who is invited; leaving and deleting ask first. */
export function GroupDialog({ group, onClose }: { group: PortalGroup; onClose: () => void }) {
  const { t } = useTranslation();
  const { config, portal } = useApplicationContext();
  const { manages } = useGroupRights(group);
  const administers = group.id === config.portal.adminGroupId;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="group-title">
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
      <Ends group={group} onClose={onClose} />
    </Dialog>
  );
}

/** Leaving or deleting the group, with what that means, and closing the dialog. */
function Ends({ group, onClose }: { group: PortalGroup; onClose: () => void }) {
  const { t } = useTranslation();
  const { connection, config } = useApplicationContext();
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
          {errorText(t, end.error)}
        </Alert>
      )}
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {!asking &&
          offered.map((how) => (
            <Button key={how} color="error" onClick={() => setAsking(how)} sx={{ minHeight: 44 }}>
              {t(`people.group.${how}`)}
            </Button>
          ))}
        <Button onClick={onClose} sx={{ marginInlineStart: 'auto', minHeight: 44 }}>
          {t('people.done')}
        </Button>
      </DialogActions>
    </>
  );
}
