import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ComponentProps, useState } from 'react';

export interface TagsFieldProps {
  label: string;
  /** Explains how tags are separated. */
  help: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Maximum length of a tag. */
  longest?: number;
  size?: ComponentProps<typeof TextField>['size'];
  sx?: object;
}

/** Tags as chips. Enter, a comma and blur add a tag; a comma-separated list can be pasted. */
export function TagsField({ label, help, value, onChange, longest = 128, size, sx }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const change = (tags: readonly string[]) => onChange(separate(tags, longest));
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      {...(size && { size })}
      options={[]}
      value={[...value]}
      inputValue={typed}
      onInputChange={(_event, text) => {
        const ended = /[,،，]/.test(text);
        setTyped(ended ? '' : text);
        if (ended) change([...value, text]);
      }}
      onChange={(_event, tags) => change(tags)}
      onKeyDown={(event) => {
        // Enter adds a tag and never submits the form.
        if (event.key === 'Enter') event.preventDefault();
      }}
      renderInput={(field) => <TextField {...field} label={label} helperText={help} />}
      {...(sx && { sx })}
    />
  );
}

/** Each tag once, trimmed. Portals expect comma-separated tags. */
function separate(tags: readonly string[], longest: number): string[] {
  const words = tags.flatMap((tag) => tag.split(/[,،，]/)).map((tag) => tag.trim().slice(0, longest));
  return [...new Set(words)].filter(Boolean);
}
