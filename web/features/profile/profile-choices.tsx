import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { loadRegions } from '../../portal/portal-facts.ts';
import { isLanguage, nativeName, offeredLanguages, useLanguage } from '../languages/index.ts';
import type { ProfileDraft } from './profile-draft.ts';

interface ProfileChoicesProps {
  draft: ProfileDraft;
  onChange: (next: Partial<ProfileDraft>) => void;
}

/** Language, region, units, and who may see the profile. */
export function ProfileChoices({ draft, onChange }: ProfileChoicesProps) {
  const { t } = useTranslation();
  const { config, connection } = useApplicationContext();
  const { language } = useLanguage();
  const regions = useQuery({
    queryKey: ['portal', connection.restUrl, 'regions', language],
    queryFn: ({ signal }) => loadRegions(connection, language, signal),
    staleTime: Infinity,
  });
  const { region } = draft;
  const known = regions.data ?? [];
  // What was chosen elsewhere stays, also while the portal's regions are not there.
  const codes: [string, string][] = known.map((one) => [one.region, one.localizedName || one.name]);
  if (!known.some((one) => one.region === region)) codes.unshift([region, regionName(region, language)]);
  const languages = offeredLanguages(config.languages);
  // The portal may know a language that this organisation does not offer.
  const cultures = [...new Set([draft.culture, ...languages].filter(Boolean))];
  const choice = (
    name: 'culture' | 'region' | 'units' | 'access',
    options: readonly (readonly [string, string])[],
  ) => (
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
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)' } }}>
      {choice(
        'culture',
        cultures.map((each) => [each, nameOf(each)] as const),
      )}
      {choice('region', codes)}
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

/** The name of a region as the browser knows it; a dash for none. */
function regionName(code: string, language: string): string {
  try {
    return (code && new Intl.DisplayNames([language], { type: 'region' }).of(code)) || '–';
  } catch {
    return code;
  }
}
