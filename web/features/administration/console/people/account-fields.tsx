import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../ui/browser.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { messageOr } from '../field-names.ts';
import { useCustomRoles } from './use-people.ts';

interface RoleChoiceProps {
  value: string;
  disabled?: boolean;
  onChoose: (role: string) => void;
}

/** A role of ArcGIS, or a custom one, with a description. */
export function RoleChoice({ value, disabled = false, onChoose }: RoleChoiceProps) {
  const { t } = useTranslation();
  const { data: custom = [] } = useCustomRoles();
  // A role that the portal does not list: its id is all there is.
  const isOther =
    value !== '' && !ownRoles.some((role) => role === value) && !custom.some(({ id }) => id === value);
  return (
    <TextField
      select
      fullWidth
      label={t('people.role')}
      value={value}
      disabled={disabled}
      helperText={
        custom.find(({ id }) => id === value)?.description || messageOr(t, `people.role.help.${value}`, '')
      }
      onChange={({ target }) => onChoose(target.value)}
    >
      {ownRoles.map((role) => (
        <MenuItem key={role} value={role}>
          {t(`people.role.${role}`)}
        </MenuItem>
      ))}
      {custom.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
      {isOther && (
        <MenuItem value={value} disabled>
          {value}
        </MenuItem>
      )}
    </TextField>
  );
}

/** ArcGIS's own roles, the most powerful last. */
const ownRoles = ['org_user', 'org_publisher', 'org_admin'] as const;

/** Returns the name of a user's role; a custom role takes precedence over ArcGIS's. */
export function useRoleName(): (person: { role?: string | null; roleId?: string | null }) => string {
  const { t } = useTranslation();
  const { data: custom = [] } = useCustomRoles();
  return ({ role, roleId }) =>
    custom.find(({ id }) => id === (roleId ?? role))?.name ?? messageOr(t, `people.role.${role}`, role ?? '');
}

/** A secret that is shown only once: a link, or an initial password. */
export function SecretField({ label, value, note }: { label: string; value: string; note: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean>();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity="info">{note}</Alert>
      <TextField
        fullWidth
        multiline
        label={label}
        value={value}
        helperText={copied === false ? t('people.copyFailed') : undefined}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true, dir: 'ltr' } }}
      />
      <Button
        variant="contained"
        startIcon={copied ? <Check /> : <ContentCopy />}
        onClick={() => void copyText(value).then(setCopied)}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {copied ? t('people.copied') : t('people.copy')}
      </Button>
    </Box>
  );
}
