import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';

export interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
  /** Width it would like to have, in pixels. */
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
  width = 180,
  tall = false,
}: ChoiceProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value as Value)}
      sx={{
        ...room(width),
        // Fingers need more than a pointer.
        '& .MuiSelect-select': { py: { xs: 1.5, sm: tall ? 1.5 : 1.0625 } },
      }}
    >
      {options.map(([option, text]) => (
        <MenuItem key={option} value={option}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Stands for a choice whose values are on their way: nothing moves when they come. */
export function ChoiceSkeleton({ width = 180 }: Pick<ChoiceProps<string>, 'width'>) {
  return <Skeleton variant="rounded" sx={{ ...room(width), height: { xs: 47, sm: 40 } }} />;
}

function room(width: number) {
  return { flex: { xs: '1 1 140px', sm: `0 1 ${width}px` }, minWidth: 140 };
}
