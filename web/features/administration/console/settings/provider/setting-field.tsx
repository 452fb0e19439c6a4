import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type {
  ProviderResponse,
  ProviderSecrets,
  ProviderSettings,
} from '../../../../../portal/accounts/identity-provider.ts';
import { CopyField } from '../../../../../ui/copy-field.tsx';

/** What the fields of a kind of provider need. */
export interface KindFieldsProps {
  answer: ProviderResponse;
  settings: ProviderSettings;
  onChange: (changed: Partial<ProviderSettings>) => void;
  secrets: ProviderSecrets;
  onSecrets: (changed: Partial<ProviderSecrets>) => void;
}

interface SettingFieldProps {
  label: string;
  help?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  type?: 'url' | 'text' | 'password';
  /** For text of several lines, such as certificates. */
  lines?: number;
  dir?: 'auto' | 'ltr';
}

/** A technical text: an address, a name of a protocol, a certificate. */
export function SettingField(props: SettingFieldProps) {
  const { label, help, value, onChange, required = false, type = 'text', lines = 1, dir = 'ltr' } = props;
  return (
    <TextField
      fullWidth
      required={required}
      type={lines > 1 ? undefined : type}
      label={label}
      helperText={help}
      value={value}
      multiline={lines > 1}
      minRows={lines}
      maxRows={8}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { dir, spellCheck: false, autoComplete: 'off' } }}
      sx={lines > 1 ? { '& textarea': { fontFamily: 'monospace', fontSize: 13 } } : undefined}
    />
  );
}

/** An address of this portal to enter at the provider. */
export function AddressField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <CopyField
      label={label}
      value={value}
      copy={t('administration.provider.copyAddress', { label })}
      copied={t('administration.provider.copied')}
      copyFailed={t('administration.provider.copyFailed')}
    />
  );
}
