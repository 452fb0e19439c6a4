import PersonRemove from '@mui/icons-material/PersonRemoveOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../../context/application-context.ts';
import {
  type GroupMember,
  listGroupMembers,
  removeFromGroup,
  setGroupAdmin,
} from '../../../../portal/accounts/group-membership.ts';
import type { PortalGroup } from '../../../../portal/portal-types.ts';
import { errorText } from '../../../languages/index.ts';
import { LoadState } from '../../load-state.tsx';
import { MoreRows } from '../../more-rows.tsx';
import { useChange, usePeopleKey } from '../use-people.ts';

/** Owner first; the others can be made administrators of the group, ordinary members again, or taken out. */
export function GroupMembers({ group }: { group: PortalGroup }) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const members = useInfiniteQuery({
    queryKey: [...usePeopleKey(), 'members', group.id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => listGroupMembers(connection, group.id, pageParam, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const remove = useChange((username: string) => removeFromGroup(connection, group.id, username));
  const raise = useChange(({ username, admin }: { username: string; admin: boolean }) =>
    setGroupAdmin(connection, group.id, username, admin),
  );
  const error = remove.error ?? raise.error;
  const busy = remove.isPending || raise.isPending;
  return (
    <LoadState query={members}>
      {({ pages }) => (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {error && <Alert severity="error">{errorText(t, error)}</Alert>}
          <Box component="ul" aria-label={t('people.group.members')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {pages[0] && (
              <Row member={pages[0].owner}>
                <Chip size="small" label={t('people.group.owner')} />
              </Row>
            )}
            {pages
              .flatMap(({ users }) => users)
              .map((member) => (
                <Row key={member.username} member={member}>
                  <Chip
                    size="small"
                    disabled={busy}
                    color={member.memberType === 'admin' ? 'primary' : 'default'}
                    variant={member.memberType === 'admin' ? 'filled' : 'outlined'}
                    label={t('people.group.runs')}
                    aria-pressed={member.memberType === 'admin'}
                    onClick={() =>
                      raise.mutate({ username: member.username, admin: member.memberType !== 'admin' })
                    }
                    sx={{ height: 32 }}
                  />
                  <Tooltip title={t('people.group.remove', { name: member.fullName ?? member.username })}>
                    <span>
                      <IconButton
                        aria-label={t('people.group.remove', { name: member.fullName ?? member.username })}
                        disabled={busy}
                        onClick={() => remove.mutate(member.username)}
                        sx={{ width: 44, height: 44 }}
                      >
                        <PersonRemove fontSize="small" />
                      </IconButton>
                    </span>
                  </Tooltip>
                </Row>
              ))}
          </Box>
          <MoreRows list={members} />
        </Box>
      )}
    </LoadState>
  );
}

function Row({ member, children }: { member: GroupMember; children: React.ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 52 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap>
          <bdi>{member.fullName ?? member.username}</bdi>
        </Typography>
        <Typography noWrap color="textSecondary" variant="body2">
          <bdi>{member.username}</bdi>
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
