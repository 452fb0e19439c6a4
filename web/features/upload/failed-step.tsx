import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { FaultNote } from './fault-note.tsx';

/** Nothing came of it: why, and another try. */
export function FailedStep({
  error,
  onAgain,
  onClose,
}: {
  error: unknown;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography>{t('upload.failed')}</Typography>
        <FaultNote error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('upload.close')}</Button>
        <Button variant="contained" onClick={onAgain}>
          {t('upload.another')}
        </Button>
      </DialogActions>
    </>
  );
}
