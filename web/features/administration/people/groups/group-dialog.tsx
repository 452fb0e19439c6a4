import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../../context/application-context.ts';
import { addToGroup, deleteGroup } from '../../../../portal/accounts/group-membership.ts';
import type { PortalGroup } from '../../../../portal/portal-types.ts';
import { errorText } from '../../../languages/index.ts';
import { PersonChooser } from '../person-chooser.tsx';
import { useChange } from '../use-people.ts';
import { GroupMembers } from './group-members.tsx';

/** Who is in a group; people are added, taken out and made its administrators. Deleting asks. */
export function GroupDialog({ group, onClose }: { group: PortalGroup; onClose: () => void }) {
  const { t } = useTranslation();
  const { connection, config } = useApplicationContext();
  const [asking, setAsking] = useState(false);
  const add = useChange((username: string) => addToGroup(connection, group.id, username));
  const remove = useChange(async () => {
    await deleteGroup(connection, group.id);
    onClose();
  });
  const administers = group.id === config.portal.adminGroupId;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="group-title">
      <DialogTitle id="group-title">
        <bdi>{group.title}</bdi>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {administers && <Alert severity="info">{t('people.group.administers.note')}</Alert>}
        <PersonChooser
          label={t('people.group.add')}
          busy={add.isPending}
          onChoose={(person) => person && add.mutate(person.username)}
        />
        {add.error && <Alert severity="error">{errorText(t, add.error)}</Alert>}
        <GroupMembers group={group} />
        {asking && (
          <Alert
            severity="warning"
            action={
              <Button color="error" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t('people.group.delete')}
              </Button>
            }
          >
            {t('people.group.delete.ask')}
          </Alert>
        )}
        {remove.error && <Alert severity="error">{errorText(t, remove.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        {!administers && !asking && (
          <Button color="error" onClick={() => setAsking(true)} sx={{ marginInlineEnd: 'auto' }}>
            {t('people.group.delete')}
          </Button>
        )}
        <Button onClick={onClose}>{t('people.done')}</Button>
      </DialogActions>
    </Dialog>
  );
}
