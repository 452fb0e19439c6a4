import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { faultAt, faultText } from '../settings/field-props.ts';
import type { Draft } from '../settings/use-draft.ts';

interface PortalFieldProps {
  draft: Draft;
  name: 'url' | 'appId' | 'organisationId';
  placeholder?: string;
}

/** A text of the portal settings, with its name, help and fault. */
export function PortalField({ draft, name, placeholder = '' }: PortalFieldProps) {
  const { t } = useTranslation();
  const fault = faultAt(draft.faults, `portal.${name}`);
  return (
    <TextField
      fullWidth
      label={t(`administration.field.portal.${name}`)}
      helperText={fault ? faultText(t, fault, 'text', 200) : t(`administration.help.portal.${name}`)}
      error={fault !== undefined}
      placeholder={placeholder}
      value={draft.config.portal[name]}
      onChange={({ target }) => draft.set(`portal.${name}`, target.value.trim())}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          spellCheck: false,
          autoComplete: 'off',
          ...(name === 'url' && { inputMode: 'url' }),
        },
      }}
    />
  );
}
