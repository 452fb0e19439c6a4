import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { configDifference } from '../../../../wire/config-difference.ts';
import type { OpenedConfig } from '../../../api/administration.ts';
import { ChangeList } from '../change-list.tsx';

interface ConflictDialogProps {
  opened: OpenedConfig;
  theirs: OpenedConfig;
  onSettle: (choice: 'both' | 'theirs' | 'later') => void;
}

/** Somebody else has saved in the meantime: what they changed, and what to do with one's own changes. */
export function ConflictDialog({ opened, theirs, onSettle }: ConflictDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={() => onSettle('later')} fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">
        {t('administration.conflict.title', { author: theirs.author })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('administration.conflict.text')}</Typography>
        <ChangeList changes={configDifference(opened.config, theirs.config)} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={() => onSettle('theirs')}>{t('administration.conflict.theirs')}</Button>
        <Button variant="contained" onClick={() => onSettle('both')}>
          {t('administration.conflict.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
