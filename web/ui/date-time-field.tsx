import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { sizes } from './sizes.ts';

export interface DateTimeFieldProps {
  label: string;
  /** Epoch milliseconds; undefined while there is none. */
  value: number | undefined;
  /** The limits that the browser's picker offers. */
  earliest?: number | undefined;
  latest?: number | undefined;
  error?: boolean;
  help?: string;
  onChange: (time: number | undefined) => void;
}

/** A date with a time of day, in the time zone of the user. */
export function DateTimeField({
  label,
  value,
  earliest,
  latest,
  error = false,
  help,
  onChange,
}: DateTimeFieldProps) {
  // An incomplete input is not a time yet.
  const [typed, setTyped] = useState(() => localText(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== timeOf(typed)) setTyped(localText(value));
  }
  return (
    <TextField
      type="datetime-local"
      size="small"
      fullWidth
      label={label}
      value={typed}
      error={error}
      helperText={help}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(timeOf(target.value));
      }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: localText(earliest), max: localText(latest), step: 1, dir: 'ltr' },
      }}
      sx={{ '& .MuiInputBase-root': { minHeight: sizes.touch } }}
    />
  );
}

/** A time as `datetime-local` writes it, in seconds. */
function localText(time: number | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two);
  return `${day.join('-')}T${clock.join(':')}`;
}

function timeOf(text: string): number | undefined {
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}
