import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageAnswer } from '../../../../wire/quota.ts';
import { itemTypeName, useFormats } from '../../languages/index.ts';

/** What a person's content takes, by kind of amount, and the items that take most of it. */
export function StorageDialog({ storage, onClose }: { storage: StorageAnswer; onClose: () => void }) {
  const { t } = useTranslation();
  const { bytes, number } = useFormats();
  const title = useId();
  const { used, most, largest } = storage;
  const amounts = (['items', 'features'] as const).map((amount) =>
    t(`content.storage.${amount}`, { used: number(used[amount]), most: number(most[amount]) }),
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>{t('content.storage.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Typography>
          {t('content.storage.used', { used: bytes(used.bytes), most: bytes(most.bytes) })}
        </Typography>
        {amounts.map((words) => (
          <Typography key={words} color="textSecondary">
            {words}
          </Typography>
        ))}
        <Typography variant="h3" sx={{ mt: 2 }}>
          {t('content.storage.largest')}
        </Typography>
        {largest.length === 0 && <Typography color="textSecondary">{t('content.empty')}</Typography>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {largest.map(({ id, title: name, type, bytes: size, features }) => (
            <Box component="li" key={id} sx={row}>
              <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                <Typography sx={{ overflowWrap: 'anywhere' }}>
                  <bdi>{name}</bdi>
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {itemTypeName(t, type)}
                  {features > 0 && ` · ${t('content.storage.featureNumber', { number: number(features) })}`}
                </Typography>
              </Box>
              <Typography noWrap>{bytes(size)}</Typography>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('content.storage.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const row = {
  display: 'flex',
  alignItems: 'baseline',
  gap: 2,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;
