import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { Sharing } from '../../portal/uploads/item-changes.ts';
import type { Details } from './use-upload.ts';

const levels: readonly Sharing[] = ['private', 'org', 'public'];

/** Title, tags and who sees the layer. */
export function DetailsForm({
  details,
  onChange,
}: {
  details: Details;
  onChange: (details: Details) => void;
}) {
  const { t } = useTranslation();
  const { title, tags, sharing } = details;
  return (
    <Box
      sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '2fr 1fr' } }}
    >
      <TextField
        label={t('upload.layerTitle')}
        value={title}
        required
        slotProps={{ htmlInput: { maxLength: 250 } }}
        onChange={(event) => onChange({ ...details, title: event.target.value })}
      />
      <TextField
        select
        label={t('upload.sharing')}
        value={sharing}
        onChange={(event) => onChange({ ...details, sharing: event.target.value as Sharing })}
      >
        {levels.map((level) => (
          <MenuItem key={level} value={level}>
            {t(`map.access.${level}`)}
          </MenuItem>
        ))}
      </TextField>
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        options={[]}
        value={tags}
        onChange={(_event, values) => onChange({ ...details, tags: values.map((tag) => tag.slice(0, 128)) })}
        sx={{ gridColumn: '1 / -1' }}
        renderInput={(input) => (
          <TextField {...input} label={t('upload.tags')} helperText={t('upload.tags.how')} />
        )}
      />
    </Box>
  );
}
