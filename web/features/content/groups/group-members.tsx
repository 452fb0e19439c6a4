import ExpandMore from '@mui/icons-material/ExpandMore';
import PersonRemove from '@mui/icons-material/PersonRemoveOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import {
  type GroupMember,
  listGroupMembers,
  removeFromGroup,
  setGroupAdmin,
} from '../../../portal/accounts/group-membership.ts';
import { loadAccount } from '../../../portal/accounts/accounts.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useGroupChange, useGroupRights, useGroupKeys } from './use-groups.ts';

/** The members of a group, the owner first. Its managers can promote, demote or remove the others. */
export function GroupMembers({ group }: { group: PortalGroup }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { manages } = useGroupRights(group);
  const members = useInfiniteQuery({
    queryKey: useGroupKeys().members(group.id),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => listGroupMembers(connection, group, pageParam, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const change = useGroupChange(
    async ({ username, to }: { username: string; to: 'admin' | 'member' | 'none' }) => {
      if (to === 'none') await removeFromGroup(connection, group.id, username);
      else await setGroupAdmin(connection, group.id, username, to === 'admin');
    },
  );
  const error = members.error ?? change.error;
  const pages = members.data?.pages;
  return (
    <Box
      component="section"
      aria-label={t('people.group.members')}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}
    >
      <Typography variant="h3">{t('people.group.members')}</Typography>
      {error && (
        <Alert
          severity="error"
          action={
            members.error && (
              <Button color="inherit" onClick={() => void members.refetch()}>
                {t('app.tryAgain')}
              </Button>
            )
          }
        >
          <ErrorMessage error={error} />
        </Alert>
      )}
      {members.isPending && <Skeleton variant="rounded" height={104} aria-label={t('app.loading')} />}
      {pages && (
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
                {manages ? (
                  <Managed
                    member={member}
                    busy={change.isPending}
                    onChange={(to) => change.mutate({ username: member.username, to })}
                  />
                ) : (
                  member.memberType === 'admin' && <Chip size="small" label={t('people.group.runs')} />
                )}
              </Row>
            ))}
        </Box>
      )}
      {members.hasNextPage && (
        <Button
          loading={members.isFetchingNextPage}
          onClick={() => void members.fetchNextPage()}
          sx={{ minHeight: sizes.touch, justifySelf: 'center' }}
        >
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}

interface ManagedProps {
  member: GroupMember;
  busy: boolean;
  onChange: (to: 'admin' | 'member' | 'none') => void;
}

function Managed({ member, busy, onChange }: ManagedProps) {
  const { t } = useTranslation();
  const admin = member.memberType === 'admin';
  const removal = t('people.group.remove', { name: member.fullName || member.username });
  return (
    <>
      <Chip
        size="small"
        disabled={busy}
        color={admin ? 'primary' : 'default'}
        variant={admin ? 'filled' : 'outlined'}
        label={t('people.group.runs')}
        aria-pressed={admin}
        onClick={() => onChange(admin ? 'member' : 'admin')}
        sx={{ height: 32 }}
      />
      <Tooltip title={removal}>
        <span>
          <IconButton
            aria-label={removal}
            disabled={busy}
            onClick={() => onChange('none')}
            sx={{ width: sizes.touch, height: sizes.touch }}
          >
            <PersonRemove fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    </>
  );
}

function Row({ member, children }: { member: GroupMember; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 52 }}>
        <ButtonBase
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{
            flex: 1,
            minWidth: 0,
            minHeight: sizes.touch,
            gap: 1,
            justifyContent: 'start',
            textAlign: 'start',
            borderRadius: radii.control,
          }}
        >
          <ExpandMore
            fontSize="small"
            sx={{ color: 'text.secondary', transform: open ? 'rotate(180deg)' : 'none' }}
          />
          <Box component="span" sx={{ minWidth: 0 }}>
            <Typography noWrap component="span" sx={{ display: 'block' }}>
              <bdi>{member.fullName || member.username}</bdi>
            </Typography>
            <Typography
              noWrap
              component="span"
              color="textSecondary"
              variant="body2"
              sx={{ display: 'block' }}
            >
              <bdi>{member.username}</bdi>
            </Typography>
          </Box>
        </ButtonBase>
        {children}
      </Box>
      {open && <PersonDetails username={member.username} />}
    </Box>
  );
}

/** The profile of a user: a description, and tags such as skills and subjects. */
function PersonDetails({ username }: { username: string }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const person = useQuery({
    queryKey: useGroupKeys().person(username),
    queryFn: ({ signal }) => loadAccount(connection, username, signal),
  });
  const { description, tags = [], fullName } = person.data ?? {};
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, pb: 1.5 }}>
      {person.isPending && <Skeleton variant="rounded" height={32} aria-label={t('app.loading')} />}
      {person.error && (
        <Typography role="alert" color="error">
          <ErrorMessage error={person.error} />
        </Typography>
      )}
      {description && (
        <Typography color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {description}
        </Typography>
      )}
      {tags.length > 0 && (
        <Box
          component="ul"
          aria-label={t('profile.tags')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
        >
          {tags.map((tag) => (
            <Box component="li" key={tag} sx={{ minWidth: 0 }}>
              <Chip size="small" label={<bdi>{tag}</bdi>} />
            </Box>
          ))}
        </Box>
      )}
      {person.data && !description && tags.length === 0 && (
        <Typography color="textSecondary">
          {t('groups.person.nothing', { name: fullName || username })}
        </Typography>
      )}
    </Box>
  );
}
