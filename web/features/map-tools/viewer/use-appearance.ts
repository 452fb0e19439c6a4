import { useColorScheme } from '@mui/material/styles';
import { useMemo } from 'react';
import type { Appearance } from '../../../map/map-model.ts';
import { useLanguage } from '../../../i18n/index.ts';

/** Theme and language for the map. */
export function useAppearance(): Appearance {
  const { colorScheme } = useColorScheme();
  const { formats: language, direction } = useLanguage();
  const scheme = colorScheme === 'dark' ? 'dark' : 'light';
  return useMemo(() => ({ scheme, language, direction }), [scheme, language, direction]);
}
