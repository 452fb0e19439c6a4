import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { Sharing } from '../../portal/uploads/item-changes.ts';
import { TagsField } from '../../ui/tags-field.tsx';
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
