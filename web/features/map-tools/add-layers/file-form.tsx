import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddedLayer, addFeatures, addPicture } from '../../../map/add/add-layers.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { radii } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';
import { WithEnglish } from '../../../ui/with-english.tsx';
import { ReadError, type ReadFault, readLimits } from './read/read-features.ts';
import { readable, readFile } from './read/read-file.ts';

/** Picture files, which are placed on the map. */
const pictures = ['.png', '.jpg', '.jpeg', '.webp', '.gif'] as const;

/** Faults shown one by one; the others are counted. */
const shown = 10;

/** An error while a file was read or added. */
export function ReadProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (!(error instanceof ReadError)) return <ErrorMessage error={error} />;
  const words = t(`add.problem.${error.problem}`, {
    megabytes: number(readLimits.bytes / 1_000_000),
    features: number(readLimits.features),
  });
  if (error.message === error.problem) return words;
  return <WithEnglish text={`${words} (${error.message})`} english={error.message} />;
}

/** The skipped parts of a file, by line or feature. */
function FaultList({ faults }: { faults: readonly ReadFault[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Alert severity="warning">
      {t('add.faults', { number: number(faults.length) })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5, overflowWrap: 'anywhere' }}>
        {faults.slice(0, shown).map(({ kind, place, problem, text }) => (
          <li key={place}>
            {t(`add.fault.${kind}`, { place: number(place) })} {t(`add.fault.${problem}`)}
            {text && ` (${text})`}
          </li>
        ))}
        {faults.length > shown && <li>…</li>}
      </Box>
    </Alert>
  );
}

/** A local file; it does not leave the browser until the map is saved. */
export function FileForm({ onAdded }: { onAdded: (layer: AddedLayer) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const [reading, setReading] = useState('');
  const [over, setOver] = useState(false);
  const [faults, setFaults] = useState<readonly ReadFault[]>([]);
  const { busy, error, run, cancel } = useRun();
  const read = async (file: File | undefined) => {
    if (!model || !file || busy) return;
    setReading(file.name);
    setFaults([]);
    await run(async (signal) => {
      if (pictures.some((ending) => file.name.toLowerCase().endsWith(ending)))
        return onAdded(await addPicture(model, file, signal));
      const result = await readFile(file, signal);
      // Some formats are read in one go.
      signal.throwIfAborted();
      setFaults(result.faults);
      onAdded(await addFeatures(model, file.name.replace(/\.[^.]+$/, ''), result.features));
    });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read(event.dataTransfer.files[0]);
        }}
        sx={{ ...styles.drop, ...(over && styles.over) }}
      >
        {!busy ? (
          <>
            <UploadFile />
            <Typography>{t('add.file.drop')}</Typography>
            <FileButton
              label={t('add.file.choose')}
              variant="outlined"
              accept={[...readable, ...pictures].join(',')}
              onChoose={([file]) => void read(file)}
            />
          </>
        ) : (
          <>
            <CircularProgress size={24} aria-label={t('app.loading')} />
            <Typography component="output">{t('add.file.reading', { name: reading })}</Typography>
            <Button onClick={cancel}>{t('layers.cancel')}</Button>
          </>
        )}
      </Box>
      {error !== undefined && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          <ReadProblem error={error} />
        </Alert>
      )}
      {faults.length > 0 && <FaultList faults={faults} />}
      <Typography color="textSecondary">
        {t('add.file.kinds', {
          megabytes: number(readLimits.bytes / 1_000_000),
          features: number(readLimits.features),
        })}
      </Typography>
    </Box>
  );
}

const styles = {
  drop: {
    display: 'grid',
    justifyItems: 'center',
    gap: 1.5,
    px: 2,
    py: 3,
    textAlign: 'center',
    border: 1,
    borderStyle: 'dashed',
    borderColor: 'divider',
    borderRadius: radii.card,
    color: 'text.secondary',
  },
  over: { borderColor: 'primary.mark', color: 'text.primary' },
} as const;
