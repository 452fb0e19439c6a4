import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { choiceWidth, roomOf } from './field-skeletons.tsx';

export interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
  /** Preferred width in pixels. */
  width?: number;
  /** As high as a button beside it. */
  tall?: boolean;
}

/** One of a few values, chosen from a list. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChoose,
  width = choiceWidth,
  tall = false,
}: ChoiceProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value as Value)}
      // It stays there while the value is loading.
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{
        ...roomOf(width),
        // Touch targets are taller.
        '& .MuiSelect-select': {
          py: { xs: 1.5, sm: tall ? 1.5 : 1.0625 },
          // A long value is cut, and must not make what contains the choice wider.
          contain: 'inline-size',
        },
      }}
    >
      {options.map(([option, text]) => (
        <MenuItem key={option} value={option}>
          <ChoiceText>{text}</ChoiceText>
        </MenuItem>
      ))}
    </TextField>
  );
}

interface WideChoiceProps {
  label: string;
  /** Shown as empty while it is not among the options, which may still be loading. */
  value: string;
  onChange: (value: string) => void;
  /** Values and their labels. */
  children: readonly (readonly [value: string, text: string])[];
}

/** A choice as wide as its panel. The labels may be in any language. */
export function WideChoice({ label, value, onChange, children }: WideChoiceProps) {
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={children.some(([option]) => option === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {children.map(([option, text]) => (
        <MenuItem key={option} value={option}>
          <ChoiceText>{text}</ChoiceText>
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A block, since one too long for its place has to be cut at its end in any direction of the page. */
function ChoiceText({ children }: { children: string }) {
  return (
    <Box dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {children}
    </Box>
  );
}
