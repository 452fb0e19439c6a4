import Check from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { allLanguages, languageName } from '../../../../i18n/index.ts';

export interface LanguageSelectProps {
  /** Empty while none is chosen. */
  value: string;
  /** Languages that have texts. */
  used: readonly string[];
  onChange: (language: string) => void;
}

/** A language to translate into: those that have texts first, with a mark. */
export function LanguageSelect({ value, used, onChange }: LanguageSelectProps) {
  const { t } = useTranslation();
  const others = allLanguages.filter((tag) => !used.includes(tag));
  return (
    <TextField
      select
      size="small"
      label={t('language.choose')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ minWidth: 240 }}
      slotProps={{ select: { renderValue: (tag) => languageName(tag as string) } }}
    >
      {[...used, ...others].map((tag) => (
        <MenuItem key={tag} value={tag} lang={tag}>
          <ListItemIcon>{used.includes(tag) && <Check fontSize="small" />}</ListItemIcon>
          <ListItemText>{languageName(tag)}</ListItemText>
        </MenuItem>
      ))}
    </TextField>
  );
}
