import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { FieldProps } from './field-props.ts';

/** A colour, picked or typed as #rrggbb. */
export function ColourField({ label, help, fault, value, onChange }: FieldProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <Box
        component="input"
        type="color"
        aria-label={label}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        sx={{
          width: 56,
          height: 56,
          p: 0.5,
          flexShrink: 0,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          cursor: 'pointer',
        }}
      />
      <TextField
        fullWidth
        label={label}
        helperText={fault || help}
        error={fault !== ''}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
      />
    </Box>
  );
}
