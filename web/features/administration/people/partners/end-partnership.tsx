import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../../context/application-context.ts';
import { changePartnership } from '../../../../portal/accounts/partnerships.ts';
import { errorText } from '../../../languages/index.ts';
import { useChange } from '../use-people.ts';

/** Says what leaves which groups, before a partnership or an offer ends. */
export function EndPartnership({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const end = useChange(async () => {
    await changePartnership(connection, 'end', name);
    onClose();
  });
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="end-partnership-title">
      <DialogTitle id="end-partnership-title" sx={{ overflowWrap: 'anywhere' }}>
        {t('people.partners.end.ask', { name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('people.partners.end.why')}</Typography>
        {end.error && <Alert severity="error">{errorText(t, end.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} sx={{ minHeight: 44 }}>
          {t('administration.cancel')}
        </Button>
        <Button color="error" loading={end.isPending} onClick={() => end.mutate()} sx={{ minHeight: 44 }}>
          {t('people.partners.end')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
