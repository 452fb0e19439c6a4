import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddedLayer, addService } from '../../map/add/add-layers.ts';
import { wholeAddress } from '../../map/add/service-kind.ts';
import { useMapModel } from '../../map/map-model.ts';
import { errorText } from '../languages/index.ts';
import { ClosedHost, closedHostOf } from './closed-host.tsx';

export interface AddressFormProps {
  typedBefore: string;
  onAdded: (layer: AddedLayer) => void;
}

/** A service or file by its address. */
export function AddressForm({ typedBefore, onAdded }: AddressFormProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const [typed, setTyped] = useState(typedBefore);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [closed, setClosed] = useState<string>();
  const address = wholeAddress(typed, location.origin);
  const wrong = typed.trim() !== '' && address === undefined;
  const add = async () => {
    if (!model || !address) return;
    const host = closedHostOf(address);
    setClosed(host);
    if (host) return;
    setBusy(true);
    setError(undefined);
    try {
      onAdded(await addService(model, address));
      setTyped('');
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        size="small"
        label={t('add.address.label')}
        placeholder="https://"
        value={typed}
        error={wrong}
        helperText={wrong ? t('add.address.wrong') : undefined}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url', autoComplete: 'url' } }}
      />
      {error !== undefined && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {errorText(t, error)}
        </Alert>
      )}
      {closed && address && <ClosedHost host={closed} typed={{ form: 'address', text: address }} />}
      <Button type="submit" variant="contained" loading={busy} disabled={!address}>
        {t('add.add')}
      </Button>
      <Typography color="textSecondary">{t('add.address.kinds')}</Typography>
    </Box>
  );
}
