import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, languageLabel, translatedLanguages } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { faultAt, faultText, FieldGroup, type FieldProps } from '../field-group.tsx';
import { messageOr } from '../field-names.ts';
import type { Field } from './describe-fields.ts';
import { GroupsField } from './groups-field.tsx';
import { LocalizedField } from './localized-field.tsx';
import { LogoField } from './logo-field.tsx';
import { type Draft, valueAt } from './use-draft.ts';

const sides = ['west', 'south', 'east', 'north'] as const;

/** West, south, east and north in degrees; all four empty: no extent. */
function ExtentField({ label, help, fault, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const given = Array.isArray(value) ? value.map(String) : ['', '', '', ''];
  // Input may not be a number yet (“-”, “51.”), so the texts are stored here.
  const [texts, setTexts] = useState(given);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (texts.map(Number).join() !== given.map(Number).join()) setTexts(given);
  }
  const change = (index: number, text: string) => {
    const next = texts.with(index, text);
    setTexts(next);
    const empty = next.every((each) => each.trim() === '');
    onChange(empty ? undefined : next.map((each) => (each.trim() === '' ? Number.NaN : Number(each))));
  };
  return (
    <FieldGroup label={label} gap={1}>
      <Typography component="div" color="textSecondary">
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, gap: 1 }}>
        {sides.map((side, index) => (
          <TextField
            key={side}
            label={t(`administration.side.${side}`)}
            value={texts[index] ?? ''}
            error={fault !== ''}
            onChange={({ target }) => change(index, target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal', dir: 'ltr' } }}
          />
        ))}
      </Box>
      <FormHelperText error={fault !== ''}>{fault || help}</FormHelperText>
    </FieldGroup>
  );
}

/** One setting with its name, help and error. */
export function SettingField({ field, draft }: { field: Field; draft: Draft }) {
  const { t } = useTranslation();
  const { path, kind, choices, maxLength } = field;
  const fault = faultAt(draft.faults, path);
  const props: FieldProps = {
    label: messageOr(t, `administration.field.${path}`, path),
    help: messageOr(t, `administration.help.${path}`, ''),
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
      return <TextSettingField {...props} />;
  }
}

function TextSettingField({ label, help, fault, value, onChange }: FieldProps) {
  return (
    <TextField
      fullWidth
      label={label}
      helperText={fault || help}
      error={fault !== ''}
      value={typeof value === 'string' ? value : ''}
      // An optional setting is removed when it is empty; others are stored empty.
      onChange={({ target }) =>
        onChange(target.value === '' && value === undefined ? undefined : target.value)
      }
      slotProps={{ htmlInput: { dir: 'auto', spellCheck: false }, inputLabel: { shrink: true } }}
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
      // In the middle of an empty field, long names would be cut on phones.
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function SwitchField({ label, help, value, onChange }: FieldProps) {
  return (
    <Box>
      <FormControlLabel
        sx={{ minHeight: sizes.touch }}
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
          {messageOr(t, `administration.choice.${path}.${choice}`, choice)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The languages users may choose; none selected means every complete one. */
function LanguagesField({ label, help, fault, value, onChange }: FieldProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={translatedLanguages() as readonly string[]}
      value={chosen}
      onChange={(_event, next) => onChange(next)}
      getOptionLabel={(tag) => (isLanguage(tag) ? languageLabel(tag) : tag)}
      renderInput={(input) => (
        <TextField {...input} label={label} helperText={fault || help} error={fault !== ''} />
      )}
    />
  );
}

/** A colour, picked or typed as #rrggbb. */
function ColourField({ label, help, fault, value, onChange }: FieldProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <Box
        component="input"
        type="color"
        aria-label={label}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        sx={{
          width: 56,
          height: 56,
          p: 0.5,
          flexShrink: 0,
          border: 1,
          borderColor: 'outline.main',
          borderRadius: 1,
          bgcolor: 'background.paper',
          cursor: 'pointer',
        }}
      />
      <TextField
        fullWidth
        label={label}
        helperText={fault || help}
        error={fault !== ''}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
      />
    </Box>
  );
}
