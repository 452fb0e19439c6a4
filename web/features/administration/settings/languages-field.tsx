import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { isLanguage, nativeName, offeredLanguages } from '../../languages/index.ts';
import type { FieldProps } from './field-props.ts';

/** The languages people may choose; none chosen means all. */
export function LanguagesField({ label, help, fault, value, onChange }: FieldProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={offeredLanguages([]) as readonly string[]}
      value={chosen}
      onChange={(_event, next) => onChange(next)}
      getOptionLabel={(tag) => (isLanguage(tag) ? nativeName(tag) : tag)}
      renderInput={(input) => (
        <TextField {...input} label={label} helperText={fault || help} error={fault !== ''} />
      )}
    />
  );
}
