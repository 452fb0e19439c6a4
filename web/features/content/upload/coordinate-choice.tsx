import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadPreview } from '../../../../wire/upload.ts';
import type { FileOptions } from '../../../portal/uploads/publish-file.ts';

export interface CoordinateChoiceProps {
  preview: UploadPreview;
  options: FileOptions;
  disabled: boolean;
  onChange: (options: FileOptions) => void;
}

/** The coordinate columns of a table, and its text encoding. */
export function CoordinateChoice({ preview, options, disabled, onChange }: CoordinateChoiceProps) {
  const { t } = useTranslation();
  const { columns = [], coordinates, encoding } = preview;
  const [chosen, setChosen] = useState({
    longitude: coordinates?.longitude ?? '',
    latitude: coordinates?.latitude ?? '',
  });
  const placed = coordinates !== undefined || typeof options.coordinates === 'object';
  const choose = (part: Partial<typeof chosen>) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    if (next.longitude !== '' && next.latitude !== '') onChange({ ...options, coordinates: next });
  };
  const column = (name: 'longitude' | 'latitude') => (
    <TextField
      select
      label={t(`upload.${name}`)}
      value={chosen[name]}
      disabled={disabled || options.coordinates === 'none'}
      onChange={(event) => choose({ [name]: event.target.value })}
    >
      {columns.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <FormControlLabel
        sx={{ gridColumn: '1 / -1' }}
        control={
          <Switch
            checked={placed && options.coordinates !== 'none'}
            disabled={disabled || (!placed && (chosen.longitude === '' || chosen.latitude === ''))}
            onChange={(_event, on) => onChange({ ...options, coordinates: on ? chosen : 'none' })}
          />
        }
        label={t('upload.hasCoordinates')}
      />
      {column('longitude')}
      {column('latitude')}
      {/* ArcGIS detects the encoding itself. */}
      {encoding !== undefined && (
        <TextField
          select
          label={t('upload.encoding')}
          value={encodings.includes(encoding) ? encoding : 'utf-8'}
          disabled={disabled}
          onChange={(event) => onChange({ ...options, encoding: event.target.value })}
        >
          {encodings.map((each) => (
            <MenuItem key={each} value={each}>
              {each.toUpperCase()}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  );
}

/** Common file encodings; UTF-16 is detected by its byte order mark. */
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1254',
  'windows-1256',
  'iso-8859-1',
  'iso-8859-2',
  'koi8-r',
  'gbk',
  'shift_jis',
];
