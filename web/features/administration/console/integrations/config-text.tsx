import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfigTextProps {
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
}

/** Settings of an integration kind, as JSON. */
export function ConfigText({ value, onChange }: ConfigTextProps) {
  const { t } = useTranslation();
  const written = JSON.stringify(value, undefined, 2);
  // Input is invalid JSON most of the time while typing; the last valid value is kept.
  const [text, setText] = useState<string>();
  const wrong = text !== undefined && read(text) === undefined;
  return (
    <TextField
      fullWidth
      multiline
      label={t('administration.field.integrations.config')}
      helperText={wrong ? t('administration.fault.json') : t('administration.help.integrations.config')}
      error={wrong}
      value={text ?? written}
      onChange={({ target }) => {
        setText(target.value);
        const next = read(target.value);
        if (next) onChange(next);
      }}
      onBlur={() => {
        if (!wrong) setText(undefined);
      }}
      slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
      sx={{ '& textarea': { fontFamily: 'monospace' } }}
    />
  );
}

function read(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
