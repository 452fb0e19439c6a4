import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { loadStorage } from '../../../portal/content-storage.ts';
import { useFormats } from '../../languages/index.ts';
import { StorageDialog } from './storage-dialog.tsx';

/** “1.2 of 5 GB used”, and what takes the room; nothing where the portal does not say. */
export function StorageLine({ username }: { username: string }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { connection, portal } = useApplicationContext();
  const [open, setOpen] = useState(false);
  const storage = useQuery({
    // Among the content's own queries: whatever changes it changes this.
    queryKey: ['portal', connection.restUrl, username, 'storage'],
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
      <Button onClick={() => setOpen(true)} sx={{ minHeight: 44 }}>
        {t('content.storage.show')}
      </Button>
      {open && <StorageDialog storage={storage.data} onClose={() => setOpen(false)} />}
    </Box>
  );
}
