import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue, FormField } from '../map/edit/edit-feature.ts';
import { deviceZone } from '../map/layers/time-zone.ts';
import { useFormats } from '../i18n/index.ts';
import { sizes } from '../ui/sizes.ts';
import { faultText, offsetOf, shownValue, typedValue } from './field-value.ts';

/** Lists with at least this many choices can be searched. */
const many = 10;

export interface FormFieldProps {
  field: FormField;
  /** Shows the error of an untouched field too: after a first attempt to save. */
  tried: boolean;
  onChange: (value: FieldValue) => void;
}

/** A field of a feature's form, with the input for its type and the author's settings. */
export function FormFieldInput({ field, tried, onChange }: FormFieldProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [left, setLeft] = useState(false);
  const fault = tried || left ? faultText(t, field, formats) : undefined;
  const common: CommonProps = {
    field,
    error: fault !== undefined,
    help: fault ?? field.description,
    onChange,
    onLeave: () => setLeft(true),
  };
  if (!field.editable) return <ReadOnly field={field} />;
  if (field.input === 'switch') return <SwitchInput {...common} />;
  if (field.input === 'radio') return <RadioInput {...common} />;
  if (field.input === 'choice') return <ChoiceInput {...common} />;
  return <TypedInput {...common} />;
}

interface CommonProps {
  field: FormField;
  error: boolean;
  help: string;
  onChange: (value: FieldValue) => void;
  onLeave: () => void;
}

const types: Partial<Record<FormField['input'], string>> = {
  date: 'date',
  day: 'date',
  time: 'time',
  'date-time': 'datetime-local',
  'date-time-offset': 'datetime-local',
};

/** An input for text, numbers and dates. The typed text is kept even if it is not a valid value. */
function TypedInput({ field, error, help, onChange, onLeave }: CommonProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { input, value, maxLength, zone } = field;
  const [typed, setTyped] = useState(() => shownValue(field));
  const [seen, setSeen] = useState(value);
  if (!Object.is(seen, value)) {
    setSeen(value);
    // An expression of the form has computed another value.
    const own = typedValue(input, typed, field);
    if (!Object.is(own ?? Number.NaN, value) && (own ?? null) !== value) setTyped(shownValue(field));
  }
  const type = types[input];
  const length = input === 'text' || input === 'long-text' ? typed.length : 0;
  const nearlyFull = maxLength !== undefined && length >= maxLength * 0.8;
  const inZone =
    (input === 'date-time-offset' || (input === 'date-time' && zone !== deviceZone())) &&
    t('edit.offset', { offset: offsetOf(value, typed, zone) });
  const room =
    nearlyFull &&
    !error &&
    t('edit.length', { count: maxLength ?? 0, length: number(length), most: number(maxLength ?? 0) });
  return (
    <TextField
      size="small"
      fullWidth
      name={field.name}
      label={field.label}
      value={typed}
      required={field.required}
      error={error}
      helperText={[help, inZone, room].filter(Boolean).join(' ')}
      multiline={input === 'long-text'}
      {...(input === 'long-text' && { minRows: 3, maxRows: 10 })}
      {...(type && { type })}
      placeholder={field.hint}
      onBlur={onLeave}
      onChange={({ target }) => {
        setTyped(target.value);
        const parsed = typedValue(input, target.value, field);
        // Not a number: no field accepts this value.
        onChange(parsed === undefined ? Number.NaN : parsed);
      }}
      slotProps={{
        inputLabel: type ? { shrink: true } : {},
        htmlInput: {
          ...(length > 0 && maxLength !== undefined && { maxLength: Math.max(maxLength, length) }),
          ...(input === 'number' && { inputMode: 'decimal' }),
          ...(input === 'whole-number' && { inputMode: 'numeric' }),
          dir: type ? 'ltr' : 'auto',
        },
      }}
      sx={{ '& input': { minHeight: 27 } }}
    />
  );
}

function ChoiceInput({ field, error, help, onChange, onLeave }: CommonProps) {
  const { t } = useTranslation();
  const { choices, value, label, required, name } = field;
  const index = choices.findIndex((choice) => choice.value === value);
  if (choices.length > many)
    return (
      <Autocomplete
        size="small"
        options={choices.map((_choice, at) => at)}
        getOptionLabel={(at) => choices[at]?.label ?? ''}
        value={index === -1 ? null : index}
        disableClearable={required && index !== -1}
        onChange={(_event, at) => onChange(at === null ? null : (choices[at]?.value ?? null))}
        onBlur={onLeave}
        renderInput={(props) => (
          <TextField
            {...props}
            name={name}
            label={label}
            required={required}
            error={error}
            helperText={help}
          />
        )}
      />
    );
  return (
    <TextField
      select
      size="small"
      fullWidth
      name={name}
      label={label}
      required={required}
      error={error}
      helperText={help}
      value={index === -1 ? '' : String(index)}
      onBlur={onLeave}
      onChange={({ target }) =>
        onChange(choices[target.value === '' ? -1 : Number(target.value)]?.value ?? null)
      }
      sx={{ '& .MuiSelect-select': { py: 1.25 } }}
    >
      {!required && (
        <MenuItem value="">
          <em>{t('edit.noValue')}</em>
        </MenuItem>
      )}
      {choices.map((choice, at) => (
        <MenuItem key={choice.value} value={String(at)} sx={{ minHeight: sizes.touch }}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function SwitchInput({ field, error, help, onChange, onLeave }: CommonProps) {
  const helpId = useId();
  const [on, off] = field.choices;
  return (
    <FormControl error={error} required={field.required}>
      <FormControlLabel
        label={field.label}
        control={
          <Switch
            name={field.name}
            checked={on !== undefined && field.value === on.value}
            onBlur={onLeave}
            onChange={(_event, checked) => onChange((checked ? on : off)?.value ?? null)}
            slotProps={{ input: { 'aria-invalid': error, ...(help && { 'aria-describedby': helpId }) } }}
          />
        }
      />
      {help && <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}

function RadioInput({ field, error, help, onChange, onLeave }: CommonProps) {
  const { t } = useTranslation();
  const labelId = useId();
  const helpId = useId();
  const { choices, value, required, name } = field;
  const index = choices.findIndex((choice) => choice.value === value);
  return (
    <FormControl error={error} required={required}>
      <FormLabel id={labelId}>{field.label}</FormLabel>
      <RadioGroup
        name={name}
        aria-labelledby={labelId}
        aria-describedby={help ? helpId : undefined}
        aria-required={required}
        aria-invalid={error}
        // A form focuses its first field with an error.
        tabIndex={error ? -1 : undefined}
        value={String(index)}
        onBlur={onLeave}
        onChange={(_event, at) => onChange(choices[Number(at)]?.value ?? null)}
      >
        {choices.map((choice, at) => (
          <FormControlLabel key={choice.value} value={String(at)} control={<Radio />} label={choice.label} />
        ))}
        {!required && <FormControlLabel value="-1" control={<Radio />} label={t('edit.noValue')} />}
      </RadioGroup>
      {help && <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}

/** A read-only value. */
function ReadOnly({ field }: { field: FormField }) {
  const { number, date } = useFormats();
  const { label, value, choices, input, zone } = field;
  const chosen = choices.find((choice) => choice.value === value)?.label;
  const dated = typeof value === 'number' && (input === 'date-time' || input === 'day');
  const text = dated ? date(value, zone) : typeof value === 'number' ? number(value) : String(value ?? '–');
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {label}
      </Typography>
      <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {chosen ?? text}
      </Typography>
    </Box>
  );
}
