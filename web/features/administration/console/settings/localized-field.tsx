import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../../i18n/index.ts';
import { LanguageSelect } from '../../../../i18n/language-select.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { FieldGroup, type FieldProps } from '../field-group.tsx';

/** A user-facing text in any number of languages; others fall back to English. */
export function LocalizedField({ label, help, fault, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const texts: Record<string, string> =
    typeof value === 'object' && value !== null
      ? { ...value }
      : { en: typeof value === 'string' ? value : '' };
  const used = Object.keys(texts);
  const change = (next: Record<string, string>) =>
    onChange(Object.keys(next).length === 1 && 'en' in next ? next['en'] : next);
  return (
    <FieldGroup label={label}>
      <Typography component="div" color="textSecondary">
        {label}
      </Typography>
      {used.map((tag) => (
        <Box key={tag} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextField
            fullWidth
            multiline
            label={languageName(tag)}
            value={texts[tag] ?? ''}
            error={fault !== ''}
            onChange={({ target }) => change({ ...texts, [tag]: target.value })}
            slotProps={{ htmlInput: { lang: tag, dir: 'auto' } }}
          />
          {tag !== 'en' && (
            <IconButton
              aria-label={t('administration.removeLanguage', { language: languageName(tag) })}
              onClick={() =>
                change(Object.fromEntries(Object.entries(texts).filter(([each]) => each !== tag)))
              }
              sx={{ width: sizes.touch, height: sizes.touch, mt: 0.75 }}
            >
              <Delete />
            </IconButton>
          )}
        </Box>
      ))}
      <LanguageSelect
        label={t('administration.addLanguage')}
        without={used}
        onChange={(tag) => change({ ...texts, [tag]: '' })}
      />
      <FormHelperText error={fault !== ''} sx={{ mt: 0 }}>
        {fault || help}
      </FormHelperText>
    </FieldGroup>
  );
}
