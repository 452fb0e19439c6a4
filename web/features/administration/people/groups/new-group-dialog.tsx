import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../../context/application-context.ts';
import { createGroup, type GroupDetails } from '../../../../portal/accounts/group-membership.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { errorText } from '../../../languages/index.ts';
import { useChange } from '../use-people.ts';

/** A new group of the administrator's own; people are added to it afterwards. */
export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const [group, setGroup] = useState<GroupDetails>({ title: '', snippet: '', access: 'org' });
  const make = useChange(async (details: GroupDetails) => {
    await createGroup(connection, { ...details, title: details.title.trim() });
    onClose();
  });
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="new-group-title">
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
          {make.error && <Alert severity="error">{errorText(t, make.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('administration.cancel')}</Button>
          <Button type="submit" variant="contained" loading={make.isPending} disabled={!group.title.trim()}>
            {t('people.group.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
