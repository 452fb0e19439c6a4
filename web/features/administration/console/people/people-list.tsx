import LinkIcon from '@mui/icons-material/Link';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { listLinks, type OpenLink, revokeLink } from '../../../../portal/accounts/account-links.ts';
import type { AccountOrder } from '../../../../portal/accounts/list-accounts.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { errorText, useFormats } from '../../../../i18n/index.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../more-rows.tsx';
import { Rows } from '../rows.tsx';
import { AddPersonDialog } from './add-person-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { SearchRow, useSearched } from './search-row.tsx';
import { usePeople, useChange } from './use-people.ts';
import { useRoleName } from './use-role-name.ts';

const orders: readonly AccountOrder[] = ['fullname', 'username', 'created', 'lastlogin'];

/** The users of the portal's organisation: search, sort, add, open. */
export function PeopleList() {
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
              <Typography color="textSecondary" component="output" variant="body2">
                {t('people.count', { count: pages[0]?.total ?? found.length })}
              </Typography>
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
          onDeleted={(said) => {
            setOpened(undefined);
            setNotice(said);
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

/** Open links, each of which can be revoked. Renders nothing where there are none. */
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
  if (!links.data?.length) return null;
  const what = ({ kind, username, role }: OpenLink) =>
    kind === 'join'
      ? t('people.links.join', { role: roleName({ role }) })
      : t('people.links.password', { username: username ?? '' });
  return (
    <Paper
      component="section"
      aria-label={t('people.links')}
      variant="outlined"
      sx={{ p: 2, borderRadius: radii.card }}
    >
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('people.links')}
      </Typography>
      {revoke.error && <Alert severity="error">{errorText(t, revoke.error)}</Alert>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {links.data.map((link) => (
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
    </Paper>
  );
}
