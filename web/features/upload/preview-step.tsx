import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileOptions } from '../../portal/uploads/publish-file.ts';
import { placedFault } from '../../portal/uploads/upload-error.ts';
import { titleOf } from '../../portal/uploads/upload-file.ts';
import { CoordinateChoice } from './coordinate-choice.tsx';
import { DetailsForm } from './details-form.tsx';
import { FaultNote, PlacedNote } from './fault-note.tsx';
import { LayerPreview } from './layer-preview.tsx';
import type { LookedInto } from './upload-state.ts';
import type { Details } from './use-upload.ts';

export interface PreviewStepProps {
  file: LookedInto;
  /** The file is being looked into again. */
  busy: boolean;
  error: unknown;
  onOptions: (options: FileOptions) => void;
  onPublish: (details: Details) => void;
  onCancel: () => void;
}

/** What the file would become, how it is read, and what it shall be called. */
export function PreviewStep({ file, busy, error, onOptions, onPublish, onCancel }: PreviewStepProps) {
  const { t } = useTranslation();
  const [details, setDetails] = useState<Details>({
    title: titleOf(file.fileName),
    tags: [],
    sharing: 'private',
  });
  const { preview, options } = file;
  return (
    <>
      <DialogContent
        sx={{ display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {busy && <LinearProgress aria-label={t('upload.looking', { name: file.fileName })} />}
        {error !== undefined && <FaultNote error={error} />}
        {preview.notes.map((note) => (
          <PlacedNote key={note.path} fault={placedFault(note)} severity="info" />
        ))}
        <DetailsForm details={details} onChange={setDetails} />
        {preview.columns && (
          <CoordinateChoice preview={preview} options={options} disabled={busy} onChange={onOptions} />
        )}
        {preview.layers.map((layer, index) => (
          <LayerPreview key={index} layer={layer} complete={preview.complete} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{t('upload.cancel')}</Button>
        <Button
          variant="contained"
          disabled={busy || error !== undefined || details.title.trim() === ''}
          onClick={() => onPublish({ ...details, title: details.title.trim() })}
        >
          {t('upload.publish')}
        </Button>
      </DialogActions>
    </>
  );
}
