import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type Ref, useState } from 'react';
import { sizes } from './sizes.ts';

export interface PasswordFieldProps {
  label: string;
  help?: string;
  /** Name of the button that reveals the password. */
  show: string;
  value: string;
  onChange: (value: string) => void;
  /** A new password, for which password managers offer to generate one; otherwise the current one. */
  isNew?: boolean;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** A password field that can reveal the text while typing, instead of asking for it twice. */
export function PasswordField({
  label,
  help,
  show,
  value,
  onChange,
  isNew = false,
  error,
  inputRef,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      fullWidth
      required
      inputRef={inputRef}
      type={shown ? 'text' : 'password'}
      label={label}
      value={value}
      error={error !== undefined}
      helperText={error ?? help}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          maxLength: 1024,
          autoComplete: isNew ? 'new-password' : 'current-password',
          ...(isNew && { minLength: 12 }),
        },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={show}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
                sx={{ width: sizes.touch, height: sizes.touch }}
              >
                {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
