import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import { capabilitiesOf, creditsOf } from '../../../portal/capabilities.ts';
import { type FileOptions, placedFault } from '../../../portal/uploads/publish-file.ts';
import type { SharingLevel } from '../../../portal/capabilities.ts';
import { titleOf } from '../../../portal/uploads/upload-file.ts';
import { TagsField } from '../../../ui/tags-field.tsx';
import { CoordinateChoice } from './coordinate-choice.tsx';
import { FaultNote, PlacedNote } from './fault-note.tsx';
import { LayerPreview } from './layer-preview.tsx';
import { TilesPreview } from './tiles-preview.tsx';
import type { Details, AnalysedUpload } from './use-upload.ts';
import Link from '@mui/material/Link';

/** Title, tags and access of the layer. */
function DetailsForm({ details, onChange }: { details: Details; onChange: (details: Details) => void }) {
  const { t } = useTranslation();
  const { title, tags, sharing } = details;
  const { user, portal } = useIdentity();
  const { levels, publicForbidden } = capabilitiesOf(user, portal);
  return (
    <Box
      sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '2fr 1fr' } }}
    >
      <TextField
        label={t('upload.layerTitle')}
        value={title}
        required
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
        onChange={(event) => onChange({ ...details, title: event.target.value })}
      />
      <TextField
        select
        label={t('upload.sharing')}
        value={sharing}
        helperText={publicForbidden && t('content.share.level.publicForbidden')}
        onChange={(event) => onChange({ ...details, sharing: event.target.value as SharingLevel })}
      >
        {levels.map((level) => (
          <MenuItem key={level} value={level}>
            {t(`map.access.${level}`)}
          </MenuItem>
        ))}
      </TextField>
      <TagsField
        label={t('upload.tags')}
        help={t('saving.tags.how')}
        value={tags}
        onChange={(next) => onChange({ ...details, tags: next })}
        sx={{ gridColumn: '1 / -1' }}
      />
    </Box>
  );
}

export interface PreviewStepProps {
  file: AnalysedUpload;
  /** The file is being analysed again. */
  busy: boolean;
  error: unknown;
  onOptions: (options: FileOptions) => void;
  onPublish: (details: Details) => void;
  onCancel: () => void;
}

/** A preview of the layers, the read options, and the name. */
export function PreviewStep({ file, busy, error, onOptions, onPublish, onCancel }: PreviewStepProps) {
  const { t } = useTranslation();
  const [details, setDetails] = useState<Details>({
    title: titleOf(file.fileName),
    tags: [],
    sharing: 'private',
    types: new Map(),
  });
  const { preview, options } = file;
  return (
    <>
      <DialogContent
        sx={{ display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {busy && <LinearProgress aria-label={t('upload.looking', { name: file.fileName })} />}
        {error !== undefined && <FaultNote error={error} />}
        <CreditsNote />
        {preview.layers.length === 0 && !preview.tiles && (
          <Alert severity="info">{t('upload.noPreview')}</Alert>
        )}
        {preview.notes.map((note) => (
          <PlacedNote key={note.path} fault={placedFault(note)} severity="info" />
        ))}
        <DetailsForm details={details} onChange={setDetails} />
        {preview.columns && (
          <CoordinateChoice preview={preview} options={options} disabled={busy} onChange={onOptions} />
        )}
        {preview.tiles && <TilesPreview tiles={preview.tiles} />}
        {preview.layers.map((layer, index) => (
          <LayerPreview
            key={index}
            layer={layer}
            complete={preview.complete}
            types={details.types}
            onType={(name, type) => setDetails({ ...details, types: new Map(details.types).set(name, type) })}
          />
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

/** Esri’s list of what uses credits; its prices change, so they are not repeated here. */
const costs = 'https://doc.arcgis.com/en/arcgis-online/administer/credits.htm';

/** Says before publishing that the portal takes credits for it; nothing on portals without credits. */
function CreditsNote() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { user, portal } = useIdentity();
  const credits = creditsOf(user, portal);
  if (!credits) return null;
  const { left } = credits;
  const none = left !== undefined && left <= 0;
  return (
    <Alert severity={none ? 'warning' : 'info'} role="note">
      {t('upload.credits')}{' '}
      {none
        ? t('upload.credits.none')
        : left !== undefined && t('upload.credits.left', { number: number(Math.floor(left)) })}{' '}
      <Link href={costs} target="_blank" rel="noreferrer">
        {t('upload.credits.costs')}
      </Link>
    </Alert>
  );
}
