import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedMapSummary } from '../../../wire/shared-map.ts';
import { revokeSharedMap } from '../../api/shared-maps.ts';
import { useApplicationContext } from '../../context/application-context.ts';
import { errorText } from '../languages/index.ts';

/** Asks before a shared map is ended: a link that was given away cannot be brought back. */
export function RevokeDialog({ map, onClose }: { map: SharedMapSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const queries = useQueryClient();
  const heading = useId();
  const revoke = useMutation({
    mutationFn: () => revokeSharedMap(org, map.sid),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['shared-maps', org] });
      onClose();
    },
  });
  return (
    <Dialog open maxWidth="xs" onClose={onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('sharing.revoke.title', { title: map.title })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('sharing.revoke.why')}</DialogContentText>
        {revoke.isError && <Alert severity="error">{errorText(t, revoke.error)}</Alert>}
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={onClose}>{t('sharing.cancel')}</Button>
        <Button color="error" variant="contained" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('sharing.revoke')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
