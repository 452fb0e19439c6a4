import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { sizes } from '../../../../../ui/sizes.ts';

/** A value of the role claim, and its role. */
export type RoleRow = readonly [value: string, role: string];

interface RoleRowsProps {
  rows: readonly RoleRow[];
  onChange: (rows: RoleRow[]) => void;
  /** Whether the values are those of an attribute of SAML. */
  isAttribute: boolean;
}

/** A role for each value of the role claim. */
export function RoleRows({ rows, onChange, isAttribute }: RoleRowsProps) {
  const { t } = useTranslation();
  const replace = (index: number, row: RoleRow) => onChange(rows.with(index, row));
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {rows.map(([value, role], index) => (
        <Box key={index} sx={{ display: 'flex', gap: 1, width: '100%', alignItems: 'start' }}>
          <TextField
            fullWidth
            label={
              isAttribute
                ? t('administration.provider.saml.roleValue')
                : t('administration.provider.roleValue')
            }
            value={value}
            onChange={({ target }) => replace(index, [target.value, role])}
            slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, autoComplete: 'off' } }}
          />
          <RoleField
            label={t('people.role')}
            value={role}
            onChange={(next) => replace(index, [value, next])}
          />
          <IconButton
            aria-label={t('administration.provider.removeRole', { value })}
            onClick={() => onChange(rows.toSpliced(index, 1))}
            sx={{ width: sizes.touch, height: sizes.touch, mt: 0.75 }}
          >
            <DeleteOutlined />
          </IconButton>
        </Box>
      ))}
      <Button startIcon={<Add />} onClick={() => onChange([...rows, ['', 'org_user']])}>
        {t('administration.provider.addRole')}
      </Button>
    </Box>
  );
}

interface RoleFieldProps {
  label: string;
  value: string;
  orNone?: boolean;
  onChange: (role: string) => void;
}

export function RoleField({ label, value, orNone = false, onChange }: RoleFieldProps) {
  const { t } = useTranslation();
  const roles = ['org_user', 'org_publisher', 'org_admin'] as const;
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {orNone && <MenuItem value="">{t('administration.provider.noAccess')}</MenuItem>}
      {roles.map((role) => (
        <MenuItem key={role} value={role}>
          {t(`people.role.${role}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
