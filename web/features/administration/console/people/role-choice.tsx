import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { wordsFor } from '../words.ts';
import { useCustomRoles } from './use-people.ts';
import { ownRoles } from './use-role-name.ts';

interface RoleChoiceProps {
  value: string;
  disabled?: boolean;
  onChoose: (role: string) => void;
}

/** A role of ArcGIS, or a custom one, with a description. */
export function RoleChoice({ value, disabled = false, onChoose }: RoleChoiceProps) {
  const { t } = useTranslation();
  const { data: custom = [] } = useCustomRoles();
  return (
    <TextField
      select
      fullWidth
      label={t('people.role')}
      value={value}
      disabled={disabled}
      helperText={wordsFor(t, `people.role.help.${value}`, '')}
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
    </TextField>
  );
}
