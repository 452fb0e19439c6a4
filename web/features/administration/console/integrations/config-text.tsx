import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject, same } from '../../../../../wire/json.ts';

interface ConfigTextProps {
  /** A text while it is not a JSON object. */
  value: Record<string, unknown> | string;
  onChange: (value: Record<string, unknown> | string) => void;
}

/** Settings of an integration kind, as JSON. */
export function ConfigText({ value, onChange }: ConfigTextProps) {
  const { t } = useTranslation();
  const wrong = typeof value === 'string';
  // Valid input keeps its spaces and line breaks while it is edited.
  const [text, setText] = useState<string>();
  const isCurrent = text !== undefined && same(read(text), value);
  const written = wrong ? value : isCurrent ? text : JSON.stringify(value, undefined, 2);
  return (
    <TextField
      fullWidth
      multiline
      label={t('administration.field.integrations.config')}
      helperText={wrong ? t('administration.fault.json') : t('administration.help.integrations.config')}
      error={wrong}
      value={written}
      onChange={({ target }) => {
        setText(target.value);
        onChange(read(target.value) ?? target.value);
      }}
      onBlur={() => setText(undefined)}
      slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
      sx={{ '& textarea': { fontFamily: 'monospace' } }}
    />
  );
}

function read(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
