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
import { hostOf } from '../../../../wire/map-hosts.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { closedHosts, reloadWithHosts } from '../../../context/page-hosts.ts';
import { storeTypedInput, takeTypedInput } from '../../../context/typed-input.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { completeAddress } from '../../../map/add/service-kind.ts';
import {
  type BasemapKind,
  type BasemapSession,
  type BasemapState,
  openBasemap,
} from '../../../map/basemap/basemap.ts';
import { useMapState } from '../../../map/map-model.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { Choice } from '../../../ui/choice.tsx';
import { useRun } from '../../../ui/use-run.ts';
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
        <Choice
          label={t('viewer.basemap.layer')}
          value=""
          options={layers.map((one) => [one.id, one.title || t('layers.untitled')] as const)}
          onChoose={session.takeLayer}
        />
      )}
      <AddressForm session={session} />
      <Typography variant="h3" sx={{ mt: 1 }}>
        {t('viewer.basemap.gallery')}
      </Typography>
    </Box>
  );
}

/** The field appears on request. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Tiles or pictures at an address. */
function AddressForm({ session }: { session: BasemapSession }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const [before] = useState(() => takeTypedInput(sessionStorage, ['basemap']));
  const [open, setOpen] = useState(before !== undefined);
  const [typed, setTyped] = useState(before?.text ?? '');
  const { busy, error, run, cancel } = useRun();
  const [closed, setClosed] = useState<string>();
  const address = completeAddress(typed, location.origin);
  const wrong = typed.trim() !== '' && address === undefined;
  const show = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!address) return;
    const named = hostOf(address);
    const host = named && closedHosts([named])[0];
    setClosed(host);
    if (host) return cancel();
    await run(async (signal) => {
      await session.takeAddress(address, signal);
      setOpen(false);
      setTyped('');
    });
  };
  if (!open)
    return (
      <Button
        size="small"
        onClick={() => setOpen(true)}
        sx={{ justifySelf: 'start', marginInlineStart: '-5px' }}
      >
        {t('viewer.basemap.address')}
      </Button>
    );
  return (
    <Box component="form" onSubmit={(event) => void show(event)} sx={{ display: 'grid', gap: 1.5, py: 1 }}>
      <TextField
        inputRef={focusOnce}
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
          <ErrorMessage error={error} />
        </Alert>
      )}
      {closed && address && (
        <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
          {t('add.closedHost', { host: closed.replace(/^https?:\/\//, '') })}
          <Button
            size="small"
            onClick={() => {
              storeTypedInput(sessionStorage, { form: 'basemap', text: address });
              void reloadWithHosts([closed], { org, keepWork: () => connection.session.keepWork() });
            }}
            sx={{ display: 'block', mt: 0.5, marginInlineStart: '-5px' }}
          >
            {t('add.closedHost.open')}
          </Button>
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={busy} disabled={!address}>
          {t('viewer.basemap.addressApply')}
        </Button>
        <Button
          onClick={() => {
            cancel();
            setOpen(false);
          }}
        >
          {t('layers.cancel')}
        </Button>
      </Box>
    </Box>
  );
}

const styles = {
  choices: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, px: 2, pt: 1 },
} as const;
