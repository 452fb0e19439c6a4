import FolderOpen from '@mui/icons-material/FolderOpenOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../settings/field-props.ts';
import { PhotosDialog } from './photos-dialog.tsx';

/** Where an organisation's photos are: an address, which can be chosen among the portal's layers and files. */
export function PhotosField({ label, help, fault, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <TextField
        fullWidth
        label={label}
        helperText={fault || help}
        error={fault !== ''}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
      />
      <Button
        variant="outlined"
        startIcon={<FolderOpen />}
        onClick={() => setChoosing(true)}
        sx={{ minHeight: 44 }}
      >
        {t('kind.pick')}
      </Button>
      <PhotosDialog
        open={choosing}
        onClose={() => setChoosing(false)}
        onChoose={(address) => {
          onChange(address);
          setChoosing(false);
        }}
      />
    </Box>
  );
}
