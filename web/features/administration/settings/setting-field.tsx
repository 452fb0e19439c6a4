import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { wordsFor } from '../words.ts';
import { ColourField } from './colour-field.tsx';
import type { Field } from './describe-fields.ts';
import { ExtentField } from './extent-field.tsx';
import type { FieldProps } from './field-props.ts';
import { faultAt, faultText } from './fault-text.ts';
import { GroupsField } from './groups-field.tsx';
import { LanguagesField } from './languages-field.tsx';
import { LocalizedField } from './localized-field.tsx';
import { LogoField } from './logo-field.tsx';
import type { Draft } from './use-draft.ts';
import { valueAt } from './value-at.ts';

/** One setting with its name, help, and what is wrong with it. */
export function SettingField({ field, draft }: { field: Field; draft: Draft }) {
  const { t } = useTranslation();
  const { path, kind, choices, maxLength } = field;
  const fault = faultAt(draft.faults, path);
  const props: FieldProps = {
    label: wordsFor(t, `administration.field.${path}`, path),
    help: wordsFor(t, `administration.help.${path}`, ''),
    fault: fault ? faultText(t, fault, kind, maxLength) : '',
    value: valueAt(draft.config, path),
    onChange: (value) => draft.set(path, value),
  };
  switch (kind) {
    case 'switch':
      return <SwitchField {...props} />;
    case 'choice':
      return <ChoiceField {...props} path={path} choices={choices} />;
    case 'colour':
      return <ColourField {...props} />;
    case 'extent':
      return <ExtentField {...props} />;
    case 'localized':
      return <LocalizedField {...props} />;
    case 'groups':
      return <GroupsField {...props} />;
    case 'languages':
      return <LanguagesField {...props} />;
    case 'logo':
      return <LogoField {...props} />;
    case 'list':
      return <ListField {...props} />;
    case 'text':
      return <WordsField {...props} />;
  }
}

function WordsField({ label, help, fault, value, onChange }: FieldProps) {
  return (
    <TextField
      fullWidth
      label={label}
      helperText={fault || help}
      error={fault !== ''}
      value={typeof value === 'string' ? value : ''}
      // A setting that may be absent is absent when it is empty; others are empty.
      onChange={({ target }) =>
        onChange(target.value === '' && value === undefined ? undefined : target.value)
      }
      slotProps={{ htmlInput: { dir: 'auto', spellCheck: false } }}
    />
  );
}

function ListField({ label, help, fault, value, onChange }: FieldProps) {
  return (
    <TextField
      fullWidth
      multiline
      label={label}
      helperText={fault || help}
      error={fault !== ''}
      value={Array.isArray(value) ? value.join('\n') : ''}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}

function SwitchField({ label, help, value, onChange }: FieldProps) {
  return (
    <Box>
      <FormControlLabel
        sx={{ minHeight: 44 }}
        control={<Switch checked={value === true} onChange={(_event, on) => onChange(on)} />}
        label={label}
      />
      {help && <FormHelperText sx={{ mt: 0 }}>{help}</FormHelperText>}
    </Box>
  );
}

function ChoiceField(props: FieldProps & { path: string; choices: readonly string[] }) {
  const { t } = useTranslation();
  const { label, help, fault, value, onChange, path, choices } = props;
  return (
    <TextField
      select
      fullWidth
      label={label}
      helperText={fault || help}
      error={fault !== ''}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {wordsFor(t, `administration.choice.${path}.${choice}`, choice)}
        </MenuItem>
      ))}
    </TextField>
  );
}
