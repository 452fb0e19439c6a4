import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import {
  answerInvitation,
  type GroupInvitation,
  listOwnInvitations,
} from '../../../portal/accounts/group-invitations.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useKeepFocus } from '../../../ui/use-keep-focus.ts';
import { useGroupChange, useGroupKeys } from './use-groups.ts';

/** The user's invitations, to accept or decline; renders nothing if there were none. */
export function OwnInvitations() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const username = user?.username ?? '';
  const invitations = useQuery({
    queryKey: useGroupKeys().ownInvitations,
    enabled: username !== '' && portal?.groupInvitations === true,
    queryFn: ({ signal }) => listOwnInvitations(connection, username, signal),
  });
  const answer = useGroupChange(
    ({ id, reply }: { id: string; reply: 'accept' | 'decline'; groupName: string }) =>
      answerInvitation(connection, username, id, reply),
  );
  const open = invitations.data ?? [];
  if (open.length === 0 && !answer.isSuccess && !answer.error) return null;
  return (
    <InvitationSection>
      {answer.error && (
        <Alert severity="error">
          <ErrorMessage error={answer.error} />
        </Alert>
      )}
      {answer.isSuccess && (
        <Alert severity={answer.variables.reply === 'accept' ? 'success' : 'info'}>
          {t(answer.variables.reply === 'accept' ? 'groups.joined' : 'groups.declined', {
            group: answer.variables.groupName,
          })}
        </Alert>
      )}
      {open.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {open.map((invitation) => (
            <Row
              key={invitation.id}
              invitation={invitation}
              busy={answer.isPending}
              onAnswer={(reply) =>
                answer.mutate({ id: invitation.id, reply, groupName: invitation.groupName })
              }
            />
          ))}
        </Box>
      )}
    </InvitationSection>
  );
}

/** It gets the focus when an answered invitation is removed. */
function InvitationSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section);
  return (
    <Box
      ref={section}
      component="section"
      tabIndex={-1}
      aria-labelledby={headingId}
      sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}
    >
      <Typography id={headingId} variant="h2">
        {t('groups.invitations')}
      </Typography>
      {children}
    </Box>
  );
}

interface RowProps {
  invitation: GroupInvitation;
  busy: boolean;
  onAnswer: (reply: 'accept' | 'decline') => void;
}

function Row({ invitation, busy, onAnswer }: RowProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { groupName, fromUsername, role, expiration } = invitation;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{
        p: 2,
        borderRadius: radii.card,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 500 }}>
          <bdi>{groupName}</bdi>
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {t('groups.invitation.from', { name: fromUsername, date: date(expiration) })}
          {role === 'group_admin' && ` · ${t('people.group.runs')}`}
        </Typography>
      </Box>
      <Button
        variant="contained"
        disabled={busy}
        onClick={() => onAnswer('accept')}
        aria-label={`${t('groups.invitation.accept')}: ${groupName}`}
        sx={{ minHeight: sizes.touch }}
      >
        {t('groups.invitation.accept')}
      </Button>
      <Button
        disabled={busy}
        onClick={() => onAnswer('decline')}
        aria-label={`${t('groups.invitation.decline')}: ${groupName}`}
        sx={{ minHeight: sizes.touch }}
      >
        {t('groups.invitation.decline')}
      </Button>
    </Paper>
  );
}
