import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageResponse } from '../../../../../wire/quota.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { loadStorage } from '../../../../portal/user-content.ts';
import { useFormats, itemTypeName } from '../../../../i18n/index.ts';
import { useQuotaTexts } from '../../../../i18n/use-quota-texts.ts';
import { personKeys } from '../../../../portal/query-keys.ts';
import { sizes } from '../../../../ui/sizes.ts';

/** A user's storage by kind, and the largest items. */
function StorageDialog({ storage, onClose }: { storage: StorageResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const { bytes, number } = useFormats();
  const textsOf = useQuotaTexts();
  const title = useId();
  const { used, most, largest } = storage;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>{t('content.storage.title')}</DialogTitle>
      {/* Only text, which may be longer than the window: keys scroll what has the focus. */}
      <DialogContent
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- MUI makes a div of it
        role="region"
        aria-labelledby={title}
        tabIndex={0}
        sx={{ display: 'grid', gap: 1 }}
      >
        <Typography>
          {t('content.storage.used', { used: bytes(used.bytes), most: bytes(most.bytes) })}
        </Typography>
        {textsOf(storage).map((words) => (
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

/** “1.2 of 5 GB used”, and the largest items; renders nothing where the portal does not report it. */
export function StorageLine({ username }: { username: string }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const [open, setOpen] = useState(false);
  const storage = useQuery({
    // Among the content's queries, so that changes of content invalidate it.
    queryKey: personKeys(connection, username).storage,
    queryFn: ({ signal }) => loadStorage(connection, username, signal),
    enabled: portal?.contentStorage === true && username !== '',
  });
  if (!storage.data) return null;
  const { used, most } = storage.data;
  const share = most.bytes > 0 ? Math.min(100, (used.bytes / most.bytes) * 100) : 100;
  const words = t('content.storage.used', { used: bytes(used.bytes), most: bytes(most.bytes) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
      <Typography color="textSecondary">{words}</Typography>
      <LinearProgress
        variant="determinate"
        value={share}
        color={share > 90 ? 'warning' : 'primary'}
        aria-label={words}
        sx={{ flex: '0 1 160px', minWidth: 80, height: 6, borderRadius: 3 }}
      />
      <Button onClick={() => setOpen(true)} sx={{ minHeight: sizes.touch }}>
        {t('content.storage.show')}
      </Button>
      {open && <StorageDialog storage={storage.data} onClose={() => setOpen(false)} />}
    </Box>
  );
}
