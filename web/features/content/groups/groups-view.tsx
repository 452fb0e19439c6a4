import Groups from '@mui/icons-material/GroupsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { usePageName } from '../../../context/page-frame.ts';
import { byTitle, loadGroup } from '../../../portal/groups.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { LongList } from '../../../ui/long-list.tsx';
import { Page } from '../../../ui/page.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { rowButton } from '../../../ui/sizes.ts';
import { SignInFirst } from '../../../ui/sign-in-first.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { OwnInvitations } from './own-invitations.tsx';
import { useGroupRights, useGroupKeys } from './use-groups.ts';

/** The user's groups and invitations; `?group=` opens one. */
export function GroupsView() {
  const { t } = useTranslation();
  const { user, isAuthorizing, signIn } = useIdentity();
  const [search, setSearch] = useSearchParams();
  usePageName(t('groups.title'));
  const open = (id: string) => setSearch(id ? { group: id } : {}, { preventScrollReset: true });
  const opened = search.get('group') ?? '';
  if (!user)
    return (
      <SignInFirst
        title={t('groups.title')}
        reason={t('groups.signIn')}
        signIn={t('session.signIn')}
        authorizing={t('session.authorizing')}
        isAuthorizing={isAuthorizing}
        onSignIn={() => void signIn()}
      />
    );
  return (
    <Page>
      <Typography variant="h1">{t('groups.title')}</Typography>
      <OwnInvitations />
      {user.groups.length === 0 ? (
        <StateMessage icon={<Groups />} title={t('groups.none')} detail={t('groups.none.why')} />
      ) : (
        <LongList
          items={byTitle(user.groups)}
          textOf={({ title, snippet }) => `${title} ${snippet ?? ''}`}
          searchLabel={t('groups.search')}
          noneText={t('groups.search.none')}
          moreLabel={t('app.showMore')}
        >
          {(groups) => (
            <Box
              component="ul"
              aria-label={t('groups.title')}
              sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, minWidth: 0 }}
            >
              {groups.map((group) => (
                <GroupRow key={group.id} group={group} onOpen={() => open(group.id)} />
              ))}
            </Box>
          )}
        </LongList>
      )}
      {opened && <OpenedGroup id={opened} onClose={() => open('')} />}
    </Page>
  );
}

/** The group in the URL: the user's own is already loaded, another one is requested. */
function OpenedGroup({ id, onClose }: { id: string; onClose: () => void }) {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const own = user?.groups.find((group) => group.id === id);
  const found = useQuery({
    queryKey: useGroupKeys().one(id),
    enabled: own === undefined,
    queryFn: ({ signal }) => loadGroup(connection, id, signal),
  });
  const group = own ?? found.data;
  if (found.error && !group) {
    return (
      <Alert severity="error" onClose={onClose}>
        <ErrorMessage error={found.error} />
      </Alert>
    );
  }
  return group ? <GroupDialog key={id} group={group} onClose={onClose} /> : null;
}

function GroupRow({ group, onOpen }: { group: PortalGroup; onOpen: () => void }) {
  const { t } = useTranslation();
  const { membership } = useGroupRights(group);
  const role = { owner: 'people.group.owner', admin: 'people.group.runs' } as const;
  return (
    <li>
      <ButtonBase onClick={onOpen} sx={rowButton}>
        <Groups color="action" />
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 500 }}>
            <bdi>{group.title}</bdi>
          </Typography>
          {group.snippet && (
            <Typography color="textSecondary" variant="body2">
              <bdi>{group.snippet}</bdi>
            </Typography>
          )}
        </Box>
        {(membership === 'owner' || membership === 'admin') && (
          <Chip size="small" label={t(role[membership])} />
        )}
        <Chip size="small" variant="outlined" label={t(`map.access.${group.access}`)} />
      </ButtonBase>
    </li>
  );
}
