import GroupAdd from '@mui/icons-material/GroupAddOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../../context/application-context.ts';
import { capabilitiesOf } from '../../../../../portal/capabilities.ts';
import { createGroup, type GroupDetails } from '../../../../../portal/accounts/group-membership.ts';
import { listGroups } from '../../../../../portal/groups.ts';
import type { PortalGroup } from '../../../../../portal/portal-types.ts';
import { Choice } from '../../../../../ui/choice.tsx';
import { StateMessage } from '../../../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { portalKeys } from '../../../../../portal/query-keys.ts';
import { rowButton, sizes } from '../../../../../ui/sizes.ts';
import { LoadState } from '../../load-state.tsx';
import { MoreRows, Rows, SearchRow, useSearched } from '../../rows.tsx';
import { useChange } from '../use-people.ts';

/** Shows one group with its members; groups are a separate feature. */
export type GroupDialogType = ComponentType<{ group: PortalGroup; onClose: () => void }>;

/** The groups of the portal's organisation: search, create, open. */
export function GroupsList({ GroupDialog }: { GroupDialog: GroupDialogType }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<PortalGroup>();
  const [making, setMaking] = useState(false);
  const searched = useSearched(text);
  const groups = useInfiniteQuery({
    queryKey: portalKeys(connection).people.groups(searched),
    enabled: portal !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      listGroups(connection, portal?.id ?? '', { text: searched, start: pageParam }, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
    placeholderData: keepPreviousData,
  });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SearchRow label={t('people.group.search')} text={text} onText={setText}>
        {capabilitiesOf(user, portal).createGroups && (
          <Button
            variant="contained"
            startIcon={<GroupAdd />}
            onClick={() => setMaking(true)}
            sx={{ minHeight: sizes.touch }}
          >
            {t('people.group.new')}
          </Button>
        )}
      </SearchRow>
      {/* Mounted before it has text, so that screen readers announce the text. */}
      <Typography color="textSecondary" component="output" variant="body2">
        {groups.data ? t('people.group.count', { count: groups.data.pages[0]?.total ?? 0 }) : ''}
      </Typography>
      <LoadState query={groups}>
        {({ pages }) => {
          const found = pages.flatMap(({ results }) => results);
          return found.length === 0 ? (
            <StateMessage
              icon={<Groups />}
              title={t('people.group.none')}
              action={<Button onClick={() => setText('')}>{t('people.clear')}</Button>}
            />
          ) : (
            <>
              <Rows>
                {found.map((group) => (
                  <GroupRow key={group.id} group={group} onOpen={() => setOpened(group)} />
                ))}
              </Rows>
              <MoreRows list={groups} />
            </>
          );
        }}
      </LoadState>
      {opened && <GroupDialog group={opened} onClose={() => setOpened(undefined)} />}
      {making && <NewGroupDialog onClose={() => setMaking(false)} />}
    </Box>
  );
}

function GroupRow({ group, onOpen }: { group: PortalGroup; onOpen: () => void }) {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  return (
    <li>
      <ButtonBase onClick={onOpen} sx={rowButton}>
        <Groups color="action" />
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 500 }}>
            <bdi>{group.title}</bdi>
          </Typography>
          <Typography color="textSecondary" variant="body2">
            <bdi>{t('people.group.ownedBy', { name: group.owner })}</bdi>
            {group.snippet && ' · '}
            <bdi>{group.snippet}</bdi>
          </Typography>
        </Box>
        <Box sx={styles.chips}>
          {group.id === config.portal.adminGroupId && (
            <Chip size="small" color="primary" label={t('people.group.administers')} />
          )}
          <Chip size="small" variant="outlined" label={t(`map.access.${group.access}`)} />
        </Box>
      </ButtonBase>
    </li>
  );
}

const styles = {
  chips: {
    display: 'flex',
    flexDirection: { xs: 'column', sm: 'row' },
    alignItems: 'flex-end',
    gap: 1,
    flexShrink: 0,
  },
} as const;

/** A new group owned by the administrator; members are added afterwards. */
function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const [group, setGroup] = useState<GroupDetails>({ title: '', snippet: '', access: 'org' });
  const make = useChange(async (details: GroupDetails) => {
    await createGroup(connection, { ...details, title: details.title.trim() });
    onClose();
  });
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => !make.isPending && onClose()}
      aria-labelledby="new-group-title"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(group);
        }}
      >
        <DialogTitle id="new-group-title">{t('people.group.new')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '& > :first-of-type': { mt: 1 } }}>
          <TextField
            required
            fullWidth
            label={t('people.group.title')}
            value={group.title}
            onChange={({ target }) => setGroup({ ...group, title: target.value })}
            slotProps={{ htmlInput: { maxLength: 250, dir: 'auto' } }}
          />
          <TextField
            fullWidth
            label={t('people.group.snippet')}
            value={group.snippet}
            onChange={({ target }) => setGroup({ ...group, snippet: target.value })}
            slotProps={{ htmlInput: { maxLength: 250, dir: 'auto' } }}
          />
          <Choice
            label={t('people.group.access')}
            value={group.access}
            options={(['private', 'org', 'public'] as const).map(
              (each) => [each, t(`map.access.${each}`)] as const,
            )}
            onChoose={(access) => setGroup({ ...group, access })}
          />
          {make.error && (
            <Alert severity="error">
              <ErrorMessage error={make.error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={make.isPending} onClick={onClose}>
            {t('administration.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={make.isPending} disabled={!group.title.trim()}>
            {t('people.group.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
