import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { AccountOrder } from '../../../portal/accounts/list-accounts.ts';
import { Choice } from '../../../ui/choice.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../more-rows.tsx';
import { Rows } from '../rows.tsx';
import { AddPersonDialog } from './add-person-dialog.tsx';
import { Notice } from './notice.tsx';
import { OpenLinks } from './open-links.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { SearchRow, useSearched } from './search-row.tsx';
import { usePeople } from './use-people.ts';

const orders: readonly AccountOrder[] = ['fullname', 'username', 'created', 'lastlogin'];

/** Everybody of the portal's organisation: found, ordered, added, and opened. */
export function PeopleList() {
  const { t } = useTranslation();
  const { user, portal } = useApplicationContext();
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
            sx={{ minHeight: 44 }}
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
