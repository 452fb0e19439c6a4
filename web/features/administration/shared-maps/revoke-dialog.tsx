import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';

/** Asks before a link stops working for everybody who has it. */
export function RevokeDialog({ title, onClose }: { title: string; onClose: (yes: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={() => onClose(false)} aria-labelledby="revoke-title">
      <DialogTitle id="revoke-title">{t('administration.maps.revoke.ask', { title })}</DialogTitle>
      <DialogContent>{t('administration.maps.revoke.why')}</DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{t('administration.cancel')}</Button>
        <Button color="error" variant="contained" onClick={() => onClose(true)}>
          {t('administration.maps.revoke')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
