import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { isLanguage, nativeName, offeredLanguages } from '../languages/index.ts';
import type { ProfileDraft } from './profile-draft.ts';

interface ProfileChoicesProps {
  draft: ProfileDraft;
  onChange: (next: Partial<ProfileDraft>) => void;
}

/** Language, units, and who may see the profile. */
export function ProfileChoices({ draft, onChange }: ProfileChoicesProps) {
  const { t } = useTranslation();
  const { config } = useApplicationContext();
  const languages = offeredLanguages(config.languages);
  // The portal may know a language that this organisation does not offer.
  const cultures = [...new Set([draft.culture, ...languages].filter(Boolean))];
  const choice = (name: 'culture' | 'units' | 'access', options: readonly (readonly [string, string])[]) => (
    <TextField
      select
      fullWidth
      label={t(`profile.${name}`)}
      value={draft[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
    >
      {options.map(([value, words]) => (
        <MenuItem key={value} value={value}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
      {choice(
        'culture',
        cultures.map((each) => [each, nameOf(each)] as const),
      )}
      {choice(
        'units',
        (['metric', 'english'] as const).map((each) => [each, t(`profile.units.${each}`)] as const),
      )}
      {choice(
        'access',
        (['private', 'org', 'public'] as const).map((each) => [each, t(`map.access.${each}`)] as const),
      )}
    </Box>
  );
}

/** A language by what its speakers call it, also one this product has no words in. */
function nameOf(tag: string): string {
  if (isLanguage(tag)) return nativeName(tag);
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
