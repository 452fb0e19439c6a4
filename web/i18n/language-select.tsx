import Check from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { allLanguages } from '../../wire/languages.ts';
import { languageName } from './format-locale.ts';

export interface LanguageSelectProps {
  label: string;
  /** Empty while none is chosen. */
  value?: string;
  /** Languages that have texts: offered first, with a mark. */
  marked?: readonly string[];
  /** Languages that are not offered. */
  without?: readonly string[];
  onChange: (language: string) => void;
}

/** A language for texts, by its own name. */
export function LanguageSelect({
  label,
  value = '',
  marked = [],
  without = [],
  onChange,
}: LanguageSelectProps) {
  const { t } = useTranslation();
  const others = allLanguages.filter((tag) => !marked.includes(tag) && !without.includes(tag));
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: 280, maxWidth: '100%' }}
      slotProps={{ select: { renderValue: (tag) => languageName(tag as string) } }}
    >
      {[...marked, ...others].map((tag) => (
        <MenuItem
          key={tag}
          value={tag}
          lang={tag}
          aria-description={marked.includes(tag) ? t('translations.title') : undefined}
        >
          {marked.length > 0 && (
            <ListItemIcon>{marked.includes(tag) && <Check fontSize="small" />}</ListItemIcon>
          )}
          <ListItemText>{languageName(tag)}</ListItemText>
        </MenuItem>
      ))}
    </TextField>
  );
}
