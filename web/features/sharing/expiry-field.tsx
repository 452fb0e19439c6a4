import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

/** Days a link can be made to last; 0: without an end. */
const days = [0, 1, 7, 30, 365];

export interface ExpiryFieldProps {
  value: number;
  onChange: (days: number) => void;
}

/** How long a shared map can be opened. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={t('sharing.expiry')}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {days.map((count) => (
        <MenuItem key={count} value={count}>
          {count === 0 ? t('sharing.expiry.never') : t('sharing.expiry.days', { count })}
        </MenuItem>
      ))}
    </TextField>
  );
}
