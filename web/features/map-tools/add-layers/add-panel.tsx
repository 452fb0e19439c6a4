import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Portal from '@mui/material/Portal';
import Snackbar from '@mui/material/Snackbar';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addFeatures, addService, type AddedLayer, type ServiceList } from '../../../map/add/add-layers.ts';
import { completeAddress, serviceKind } from '../../../map/add/service-kind.ts';
import { type MapModel, useMapModel } from '../../../map/map-model.ts';
import { takeTypedInput } from '../../../context/typed-input.ts';
import { useFormats } from '../../../i18n/index.ts';
import { useRun } from '../../../ui/use-run.ts';
import { ClosedHost, closedHostOf } from './closed-host.tsx';
import { FileForm, ReadProblem } from './file-form.tsx';
import { ItemSearchForm } from './item-search-form.tsx';
import { downloadFile, readFile } from './read/read-file.ts';
import { ServiceChoice } from './service-choice.tsx';

const places = ['portal', 'address', 'file'] as const;

/** The sources of a layer; added layers are announced. */
export function AddPanel() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [before] = useState(() => takeTypedInput(sessionStorage, ['portal', 'address']));
  const [from, setFrom] = useState<(typeof places)[number]>(before?.form ?? 'portal');
  const typedIn = (form: 'portal' | 'address') => (before?.form === form ? before.text : '');
  const [added, setAdded] = useState<AddedLayer>();
  const [unsaved, setUnsaved] = useState<AddedLayer['unsaved']>();
  const onAdded = (layer: AddedLayer) => {
    setAdded(layer);
    setUnsaved(layer.unsaved);
  };
  return (
    <>
      <Tabs
        value={from}
        onChange={(_event, next: typeof from) => setFrom(next)}
        variant="fullWidth"
        aria-label={t('add.title')}
      >
        {places.map((each) => (
          <Tab key={each} value={each} id={`add-tab-${each}`} label={t(`add.${each}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" aria-labelledby={`add-tab-${from}`} sx={{ p: 2 }}>
        {from === 'portal' && <ItemSearchForm typedBefore={typedIn('portal')} onAdded={onAdded} />}
        {from === 'address' && <AddressForm typedBefore={typedIn('address')} onAdded={onAdded} />}
        {from === 'file' && <FileForm onAdded={onAdded} />}
        {unsaved && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {t('add.unsaved', {
              count: unsaved.features,
              number: number(unsaved.features),
              most: number(unsaved.most),
            })}
          </Alert>
        )}
      </Box>
      {/* Beside the panel it would be below the rail of tools. */}
      <Portal>
        <Snackbar
          open={added !== undefined}
          autoHideDuration={6000}
          onClose={() => setAdded(undefined)}
          message={t('add.added', { title: added?.title || t('layers.untitled') })}
        />
      </Portal>
    </>
  );
}

/** Adds the features of a file that browsers can only read as a whole. */
async function addFileAt(model: MapModel, address: string, signal: AbortSignal): Promise<AddedLayer> {
  const file = await downloadFile(address, signal);
  const { features } = await readFile(file, signal);
  signal.throwIfAborted();
  return addFeatures(model, file.name.replace(/\.[^.]+$/, ''), features);
}

interface AddressFormProps {
  typedBefore: string;
  onAdded: (layer: AddedLayer) => void;
}

/** A service or file by its URL. */
function AddressForm({ typedBefore, onAdded }: AddressFormProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const [typed, setTyped] = useState(typedBefore);
  const { busy, error, run, cancel } = useRun();
  const [closed, setClosed] = useState<string>();
  const address = completeAddress(typed, location.origin);
  const wrong = typed.trim() !== '' && address === undefined;
  const [service, setService] = useState<ServiceList>();
  const take = (work: (signal: AbortSignal) => Promise<AddedLayer | ServiceList>) =>
    run(async (signal) => {
      const found = await work(signal);
      signal.throwIfAborted();
      if ('offers' in found) return setService(found);
      onAdded(found);
      setService(undefined);
      // Another may be typed meanwhile.
      setTyped((now) => (now === typed ? '' : now));
    });
  const add = async () => {
    if (!model || !address) return;
    const host = closedHostOf(address);
    setClosed(host);
    if (host) return cancel();
    await take((signal) =>
      serviceKind(address) === 'file'
        ? addFileAt(model, address, signal)
        : addService(model, address, signal),
    );
  };
  const failed = error !== undefined && (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <ReadProblem error={error} />
    </Alert>
  );
  if (service)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <ServiceChoice
          service={service}
          busy={busy}
          onAdd={(ids) => void take((signal) => service.add(ids, signal))}
          onBack={() => {
            setService(undefined);
            cancel();
          }}
        />
        {failed}
      </Box>
    );
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
        onChange={(event) => {
          setTyped(event.target.value);
          // What was found about another address.
          setClosed(undefined);
          if (!busy) cancel();
        }}
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url', autoComplete: 'url' } }}
      />
      {failed}
      {closed && address && <ClosedHost host={closed} typed={{ form: 'address', text: address }} />}
      <Button type="submit" variant="contained" loading={busy} disabled={!address}>
        {t('add.add')}
      </Button>
      <Typography color="textSecondary">{t('add.address.kinds')}</Typography>
    </Box>
  );
}
