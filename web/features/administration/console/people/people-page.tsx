import LinkIcon from '@mui/icons-material/Link';
import Lock from '@mui/icons-material/LockOutlined';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import { listLinks, type OpenLink, revokeLink } from '../../../../portal/accounts/account-links.ts';
import type { AccountOrder } from '../../../../portal/accounts/accounts.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { useKeepFocus } from '../../../../ui/use-keep-focus.ts';
import { LoadState, Waiting } from '../load-state.tsx';
import { MoreRows, Rows, SearchRow, useSearched } from '../rows.tsx';
import { useRoleName } from './account-fields.tsx';
import { AddPersonDialog } from './add-person-dialog.tsx';
import { type GroupDialogType, GroupsList } from './groups/groups-list.tsx';
import { PartnersList } from './partners/partners-list.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { useChange, usePeople } from './use-people.ts';

const RolesList = lazy(async () => ({ default: (await import('./roles/roles-list.tsx')).RolesList }));

const views = ['people', 'groups', 'roles', 'partners'] as const;

/**
 * The users and groups of the organisation's portal; on the embedded one also its partner organisations. Shows what the
 * portal does not let this administrator do, with a link to the portal.
 */
export function PeoplePage({ GroupDialog }: { GroupDialog: GroupDialogType }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const [view, setView] = useState<(typeof views)[number]>('people');
  if (!user?.privileges.includes('portal:admin:viewUsers')) {
    return (
      <StateMessage
        icon={<Lock />}
        title={t('people.forbidden')}
        detail={t('people.forbidden.why')}
        action={
          // The embedded portal has no pages besides these.
          !portal?.accountLinks && (
            <Button href={`${connection.url}/home/organization.html`} target="_blank" rel="noopener">
              {t('people.openPortal')}
            </Button>
          )
        }
      />
    );
  }
  const partners = portal?.partnerships && user.privileges.includes('portal:admin:manageCollaborations');
  const roles = user.privileges.includes('portal:admin:manageRoles');
  const offered = views.filter((each) => (each !== 'partners' || partners) && (each !== 'roles' || roles));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ overflowX: 'auto', m: -0.5, p: 0.5 }}>
        <ToggleButtonGroup
          exclusive
          value={view}
          onChange={(_event, next: (typeof views)[number] | null) => next && setView(next)}
          aria-label={t('administration.page.people')}
          sx={{ '& > *': { whiteSpace: 'nowrap' } }}
        >
          {offered.map((each) => (
            <ToggleButton
              key={each}
              value={each}
              sx={{ textTransform: 'none', minHeight: sizes.touch, px: 2.5 }}
            >
              {t(`people.view.${each}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {view === 'people' && <PeopleList />}
      {view === 'groups' && <GroupsList GroupDialog={GroupDialog} />}
      {view === 'roles' && (
        <Suspense fallback={<Waiting />}>
          <RolesList />
        </Suspense>
      )}
      {view === 'partners' && <PartnersList />}
    </Box>
  );
}

const orders: readonly AccountOrder[] = ['fullname', 'username', 'created', 'lastlogin'];

/** The users of the portal's organisation: search, sort, add, open. */
function PeopleList() {
  const { t } = useTranslation();
  const { user, portal } = useIdentity();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<AccountOrder>('fullname');
  const [opened, setOpened] = useState<string>();
  const [notice, setNotice] = useState('');
  const [adding, setAdding] = useState(false);
  const people = usePeople(useSearched(text), order);
  const may = (privilege: string) => user?.privileges.includes(privilege) ?? false;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SearchRow label={t('people.search')} text={text} onText={setText}>
        <Choice
          tall
          label={t('people.order')}
          value={order}
          options={orders.map((each) => [each, t(`people.order.${each}`)] as const)}
          onChoose={setOrder}
        />
        {may('portal:admin:inviteUsers') && (
          <Button
            variant="contained"
            startIcon={<PersonAdd />}
            onClick={() => setAdding(true)}
            sx={{ minHeight: sizes.touch }}
          >
            {t('people.add')}
          </Button>
        )}
      </SearchRow>
      {notice && <Notice key={notice} text={notice} onClose={() => setNotice('')} />}
      {portal?.accountLinks && <OpenLinks />}
      {/* Mounted before it has text, so that screen readers announce the text. */}
      <Typography color="textSecondary" component="output" variant="body2">
        {people.data ? t('people.count', { count: people.data.pages[0]?.total ?? 0 }) : ''}
      </Typography>
      <LoadState query={people}>
        {({ pages }) => {
          const found = pages.flatMap(({ results }) => results);
          if (found.length === 0) {
            return (
              <StateMessage
                icon={<PersonSearch />}
                title={t('people.none')}
                action={<Button onClick={() => setText('')}>{t('people.clear')}</Button>}
              />
            );
          }
          return (
            <>
              <Rows>
                {found.map((each) => (
                  <PersonRow key={each.username} person={each} onOpen={() => setOpened(each.username)} />
                ))}
              </Rows>
              <MoreRows list={people} />
            </>
          );
        }}
      </LoadState>
      {opened && (
        <PersonDialog
          username={opened}
          onClose={() => setOpened(undefined)}
          onDeleted={(message) => {
            setOpened(undefined);
            setNotice(message);
          }}
        />
      )}
      {adding && <AddPersonDialog onClose={() => setAdding(false)} />}
    </Box>
  );
}

/** The result of the last action. It takes the focus, because the focused element was removed. */
function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Alert ref={box} tabIndex={-1} severity="success" onClose={onClose}>
      {text}
    </Alert>
  );
}

/** Open links, each of which can be revoked. Renders nothing where there were none. */
function OpenLinks() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { date } = useFormats();
  const roleName = useRoleName();
  const links = useQuery({
    queryKey: portalKeys(connection).people.links,
    queryFn: ({ signal }) => listLinks(connection, signal),
  });
  const revoke = useChange((id: string) => revokeLink(connection, id));
  if (links.error)
    return (
      <Alert severity="error">
        <ErrorMessage error={links.error} />
      </Alert>
    );
  if (!links.data?.length && !revoke.isSuccess) return null;
  const what = ({ kind, username, role }: OpenLink) =>
    kind === 'join'
      ? t('people.links.join', { role: roleName({ role }) })
      : t('people.links.password', { username: username ?? '' });
  return (
    <LinksSection>
      <Typography component="output">
        {revoke.isSuccess ? t('administration.act.person.link-revoked') : ''}
      </Typography>
      {revoke.error && (
        <Alert severity="error">
          <ErrorMessage error={revoke.error} />
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(links.data ?? []).map((link) => (
          <Box
            component="li"
            key={link.id}
            sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minHeight: 48 }}
          >
            <LinkIcon color="action" fontSize="small" />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography noWrap>{what(link)}</Typography>
              <Typography noWrap color="textSecondary" variant="body2">
                {t('people.links.by', { name: link.createdBy, date: date(link.expires) })}
              </Typography>
            </Box>
            <Button
              loading={revoke.isPending && revoke.variables === link.id}
              onClick={() => revoke.mutate(link.id)}
              aria-label={`${t('people.links.revoke')}: ${what(link)}`}
              sx={{ minHeight: sizes.touch, flexShrink: 0 }}
            >
              {t('people.links.revoke')}
            </Button>
          </Box>
        ))}
      </Box>
    </LinksSection>
  );
}

/** It gets the focus when a revoked link is removed. */
function LinksSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section);
  return (
    <Paper
      ref={section}
      component="section"
      tabIndex={-1}
      aria-label={t('people.links')}
      variant="outlined"
      sx={{ p: 2, borderRadius: radii.card }}
    >
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('people.links')}
      </Typography>
      {children}
    </Paper>
  );
}
