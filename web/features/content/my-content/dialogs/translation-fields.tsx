import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ItemTextName,
  itemTextNames,
  type ItemTranslations,
} from '../../../../../wire/item-translations.ts';
import { languageName } from '../../../../i18n/index.ts';
import { LanguageSelect } from '../../../../i18n/language-select.tsx';
import { sizes } from '../../../../ui/sizes.ts';

export interface TranslationFieldsProps {
  value: ItemTranslations;
  /** Characters of a text. */
  longest: Readonly<Record<ItemTextName, number>>;
  onChange: (next: ItemTranslations) => void;
}

/** Title and summary of an item in other languages. Readers of a language without them get the item's own. */
export function TranslationFields({ value, longest, onChange }: TranslationFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const used = Object.keys(value);
  const remove = (tag: string) =>
    onChange(Object.fromEntries(Object.entries(value).filter(([each]) => each !== tag)));
  return (
    <Box component="fieldset" aria-labelledby={id} sx={styles.group}>
      <Box>
        <Typography id={id} variant="h3">
          {t('content.edit.translations')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('content.edit.translations.why')}
        </Typography>
      </Box>
      {used.map((tag) => {
        const language = languageName(tag);
        return (
          <Box key={tag} component="fieldset" aria-label={language} sx={styles.language}>
            <Typography lang={tag} sx={{ fontWeight: 500, alignSelf: 'center' }}>
              {language}
            </Typography>
            <IconButton
              aria-label={t('content.edit.translations.remove', { language })}
              onClick={() => remove(tag)}
              sx={{ width: sizes.touch, height: sizes.touch }}
            >
              <Delete />
            </IconButton>
            {itemTextNames.map((name) => (
              <TextField
                key={name}
                label={t(`content.edit.${name}`)}
                value={value[tag]?.[name] ?? ''}
                multiline={name === 'snippet'}
                maxRows={6}
                onChange={({ target }) =>
                  onChange({ ...value, [tag]: { ...value[tag], [name]: target.value } })
                }
                sx={{ gridColumn: '1 / -1' }}
                slotProps={{ htmlInput: { lang: tag, dir: 'auto', maxLength: longest[name] } }}
              />
            ))}
          </Box>
        );
      })}
      <LanguageSelect
        label={t('content.edit.translations.add')}
        without={used}
        onChange={(tag) => onChange({ ...value, [tag]: {} })}
      />
    </Box>
  );
}

const plain = { display: 'grid', border: 0, m: 0, p: 0, minWidth: 0 } as const;

const styles = {
  group: { ...plain, gap: 2 },
  language: { ...plain, gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1, rowGap: 2 },
} as const;
