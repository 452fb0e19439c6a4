import FolderOpen from '@mui/icons-material/FolderOpenOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { faultAt, type FieldProps } from '../field-group.tsx';
import { type DraftFault, valueAt, withValueAt } from '../settings/use-draft.ts';
import { messageOr } from '../field-names.ts';
import { ConfigText } from './config-text.tsx';
import { describeKind, hasEffect, type KindField } from './describe-kind.ts';
import { PhotosDialog } from './photos-dialog.tsx';

export interface KindFormProps {
  integration: IntegrationConfig;
  /** Of the whole draft. */
  faults: readonly DraftFault[];
  /** Path of the integration's settings in the draft, such as `integrations.2.config`. */
  at: string;
  onChange: (config: Record<string, unknown>) => void;
}

/** The settings of an integration's kind, one field per setting of its schema; optionally as JSON. */
export function KindForm({ integration: { type, config }, faults, at, onChange }: KindFormProps) {
  const { t } = useTranslation();
  const [expert, setExpert] = useState(typeof config === 'string');
  const fields = describeKind(type);
  if (fields.length === 0 && Object.keys(config).length === 0) return null;
  const valueOf = (path: string) => valueAt(config, path);
  return (
    <Box component="fieldset" sx={styles.form}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Typography component="legend" variant="h3" sx={{ p: 0, flex: 1 }}>
          {t('kind.settings')}
        </Typography>
        <FormControlLabel
          control={<Switch size="small" checked={expert} onChange={(_event, on) => setExpert(on)} />}
          label={t('kind.expert')}
          sx={{ minHeight: sizes.touch, m: 0 }}
        />
      </Box>
      {expert ? (
        <ConfigText
          value={config}
          // Input that is not a JSON object is kept in the draft, as its fault, so that it cannot be saved.
          onChange={(next) => onChange(next as Record<string, unknown>)}
        />
      ) : (
        <Box sx={styles.fields}>
          {fields
            .filter((field) => hasEffect(field, fields, valueOf))
            .map((field) => (
              <OneField
                key={field.path}
                field={field}
                value={valueOf(field.path)}
                faulty={faultAt(faults, `${at}.${field.path}`) !== undefined}
                onChange={(value) => onChange(withValueAt(config, field.path, value))}
              />
            ))}
        </Box>
      )}
    </Box>
  );
}

interface OneFieldProps {
  field: KindField;
  value: unknown;
  faulty: boolean;
  /** Undefined removes the setting, so that the default applies. */
  onChange: (value: unknown) => void;
}

function OneField({ field, value, faulty, onChange }: OneFieldProps) {
  const { t } = useTranslation();
  const { path, kind, choices, otherwise } = field;
  const help = messageOr(t, `kind.help.${path}`, messageOr(t, `kind.help.${path.split('.')[0]}`, ''));
  const fault = faulty ? help || t('administration.fault.address') : '';
  const props: FieldProps = { label: messageOr(t, `kind.field.${path}`, path), help, fault, value, onChange };
  switch (kind) {
    case 'switch':
      return (
        <Box sx={styles.wide}>
          <FormControlLabel
            sx={{ minHeight: sizes.touch }}
            control={
              <Switch
                checked={(value ?? otherwise) === true}
                onChange={(_event, on) => onChange(on === otherwise ? undefined : on)}
              />
            }
            label={props.label}
          />
          {help && <FormHelperText sx={{ mt: 0 }}>{help}</FormHelperText>}
        </Box>
      );
    case 'choice':
      return (
        <TextField
          select
          fullWidth
          label={props.label}
          helperText={help}
          error={faulty}
          value={value ?? otherwise ?? ''}
          onChange={({ target }) => onChange(target.value === otherwise ? undefined : target.value)}
        >
          {choices.map((choice) => (
            <MenuItem key={choice} value={choice}>
              {messageOr(t, `kind.choice.${path}.${choice}`, choice)}
            </MenuItem>
          ))}
        </TextField>
      );
    case 'photos':
      return (
        <Box sx={styles.wide}>
          <PhotosField {...props} />
        </Box>
      );
    default:
      return <WrittenField field={field} {...props} />;
  }
}

/** A text, a number, or lines of texts. Empty ones are removed; the default then appears as placeholder. */
function WrittenField({
  field: { kind, otherwise, least, most },
  label,
  help,
  fault,
  value,
  onChange,
}: FieldProps & { field: KindField }) {
  const usual = otherwise === undefined || Array.isArray(otherwise) ? '' : String(otherwise);
  const read = (text: string): unknown => {
    if (text === '') return undefined;
    if (kind === 'list') return text.split('\n');
    // Input that is not a number is kept, and the field shows it as an error.
    return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
  };
  return (
    <TextField
      fullWidth
      multiline={kind === 'list'}
      type={kind === 'number' ? 'number' : 'text'}
      label={label}
      helperText={fault || help}
      error={fault !== ''}
      value={Array.isArray(value) ? value.join('\n') : String(value ?? '')}
      placeholder={usual}
      onChange={({ target }) => onChange(read(target.value))}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          spellCheck: false,
          ...(kind === 'number' && { min: least, max: most, step: 'any' }),
        },
        inputLabel: usual ? { shrink: true } : {},
      }}
    />
  );
}

const styles = {
  form: { m: 0, p: 0, border: 0, display: 'grid', gap: 2, minWidth: 0 },
  fields: {
    display: 'grid',
    gap: 2,
    alignItems: 'start',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  },
  wide: { gridColumn: '1 / -1', minWidth: 0 },
} as const;

/** The URL of an organisation's photos, which can be selected from the portal's layers and files. */
function PhotosField({ label, help, fault, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <TextField
        fullWidth
        label={label}
        helperText={fault || help}
        error={fault !== ''}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
      />
      <Button
        variant="outlined"
        startIcon={<FolderOpen />}
        onClick={() => setChoosing(true)}
        sx={{ minHeight: sizes.touch }}
      >
        {t('kind.pick')}
      </Button>
      <PhotosDialog
        open={choosing}
        onClose={() => setChoosing(false)}
        onChoose={(address) => {
          onChange(address);
          setChoosing(false);
        }}
      />
    </Box>
  );
}
