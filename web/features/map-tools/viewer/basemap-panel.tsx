import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/index.ts';
import { completeAddress } from '../../../map/add/service-kind.ts';
import {
  type BasemapKind,
  type BasemapSession,
  type BasemapState,
  openBasemap,
} from '../../../map/basemap/basemap.ts';
import { useMapState } from '../../../map/map-model.ts';
import { useStore } from '../../../map/store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { ClosedHost, closedHostOf, takeTyped } from '../add-layers/closed-host.tsx';
import { AddMenu } from '../layers/setting-fields.tsx';
import { SdkPanel } from './sdk-panel.tsx';

/** What lies below the layers: the organisation's basemaps, none, one of the gallery, of an address, or a layer. */
export function BasemapPanel() {
  const ready = useMapState(({ status }) => status === 'ready');
  const { session } = useCapability(openBasemap, { when: ready });
  return (
    <>
      {session && <OwnChoices session={session} />}
      <SdkPanel tool="basemaps" />
    </>
  );
}

function OwnChoices({ session }: { session: BasemapSession }) {
  const { t } = useTranslation();
  const state = useStore<BasemapState>(session.state);
  const heading = useId();
  if (!state) return null;
  const { kind, title, hasPair, layers } = state;
  const kinds: BasemapKind[] = [
    ...(hasPair ? (['theme', 'light', 'dark'] as const) : []),
    'none',
    ...(kind === 'other' ? (['other'] as const) : []),
  ];
  return (
    <Box sx={styles.choices}>
      <Typography id={heading} variant="h3">
        {t('viewer.basemap.shown')}
      </Typography>
      <RadioGroup
        aria-labelledby={heading}
        value={kind}
        onChange={({ target }) => {
          const chosen = target.value as BasemapKind;
          if (chosen !== 'other') session.choose(chosen);
        }}
      >
        {kinds.map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio size="small" />}
            label={one === 'other' ? title || t('viewer.basemap.other') : t(`viewer.basemap.${one}`)}
            sx={{ marginInlineEnd: 0, overflowWrap: 'anywhere' }}
          />
        ))}
      </RadioGroup>
      {layers.length > 0 && (
        <AddMenu
          label={t('viewer.basemap.layer')}
          additions={layers.map((one) => ({
            title: one.title || t('layers.untitled'),
            onAdd: () => session.takeLayer(one.id),
          }))}
        />
      )}
      <AddressForm session={session} />
      <Typography variant="h3" sx={{ mt: 1 }}>
        {t('viewer.basemap.gallery')}
      </Typography>
    </Box>
  );
}

/** Tiles or pictures at an address. */
function AddressForm({ session }: { session: BasemapSession }) {
  const { t } = useTranslation();
  const [before] = useState(() => takeTyped(sessionStorage, ['basemap']));
  const [open, setOpen] = useState(before !== undefined);
  const [typed, setTyped] = useState(before?.text ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [closed, setClosed] = useState<string>();
  const address = completeAddress(typed, location.origin);
  const wrong = typed.trim() !== '' && address === undefined;
  const show = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!address) return;
    const host = closedHostOf(address);
    setClosed(host);
    setError(undefined);
    if (host) return;
    setBusy(true);
    try {
      await session.takeAddress(address);
      setOpen(false);
      setTyped('');
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  if (!open)
    return (
      <Button size="small" onClick={() => setOpen(true)} sx={{ justifySelf: 'start' }}>
        {t('viewer.basemap.address')}
      </Button>
    );
  return (
    <Box component="form" onSubmit={(event) => void show(event)} sx={{ display: 'grid', gap: 1.5, py: 1 }}>
      <TextField
        autoFocus
        size="small"
        label={t('viewer.basemap.addressField')}
        placeholder="https://"
        value={typed}
        error={wrong}
        helperText={wrong ? t('add.address.wrong') : t('viewer.basemap.addressHelp')}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url', autoComplete: 'url' } }}
      />
      {error !== undefined && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {errorText(t, error)}
        </Alert>
      )}
      {closed && address && <ClosedHost host={closed} typed={{ form: 'basemap', text: address }} />}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={busy} disabled={!address}>
          {t('viewer.basemap.addressApply')}
        </Button>
        <Button onClick={() => setOpen(false)}>{t('layers.cancel')}</Button>
      </Box>
    </Box>
  );
}

const styles = {
  choices: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, px: 2, pt: 1 },
} as const;
