import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../field-group.tsx';
import type { FieldProps } from './field-props.ts';

const sides = ['west', 'south', 'east', 'north'] as const;

/** West, south, east and north in degrees; all four empty: no extent. */
export function ExtentField({ label, help, fault, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const given = Array.isArray(value) ? value.map(String) : ['', '', '', ''];
  // What is typed may be no number yet (“-”, “51.”), so the texts live here.
  const [texts, setTexts] = useState(given);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (texts.map(Number).join() !== given.map(Number).join()) setTexts(given);
  }
  const change = (index: number, text: string) => {
    const next = texts.with(index, text);
    setTexts(next);
    const empty = next.every((each) => each.trim() === '');
    onChange(empty ? undefined : next.map((each) => (each.trim() === '' ? Number.NaN : Number(each))));
  };
  return (
    <FieldGroup label={label} gap={1}>
      <Typography component="div" color="textSecondary">
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, gap: 1 }}>
        {sides.map((side, index) => (
          <TextField
            key={side}
            label={t(`administration.side.${side}`)}
            value={texts[index] ?? ''}
            error={fault !== ''}
            onChange={({ target }) => change(index, target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal', dir: 'ltr' } }}
          />
        ))}
      </Box>
      <FormHelperText error={fault !== ''}>{fault || help}</FormHelperText>
    </FieldGroup>
  );
}
