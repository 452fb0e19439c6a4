import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { languageKeys, loadComponentTexts, useLanguage } from '../i18n/index.ts';
import { colorSchemeKey, createApplicationTheme } from '../ui/theme.ts';

const leftToRight = createCache({ key: 'mui', prepend: true });

/**
 * The theme of the whole application: the organisation's primary colour, the user's language and direction, and the
 * colour scheme chosen by the user or preferred by the system.
 */
export function ApplicationTheme({ primary, children }: { primary: string; children: ReactNode }) {
  const { language, direction } = useLanguage();
  const texts = useQuery({
    queryKey: languageKeys.componentTexts(language),
    queryFn: () => loadComponentTexts(language),
    staleTime: Infinity,
  });
  const mirrored = useQuery({ ...mirroredStyles, enabled: direction === 'rtl' });
  const theme = useMemo(
    () => createApplicationTheme({ primary, direction, locale: texts.data }),
    [primary, direction, texts.data],
  );
  return (
    <CacheProvider value={direction === 'rtl' && mirrored.data ? mirrored.data : leftToRight}>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={colorSchemeKey}
        disableTransitionOnChange
      >
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}

/** Preloads what the first view of a right-to-left language needs, so that the layout does not flip later. */
export async function prepareDirection(queries: QueryClient, direction: 'ltr' | 'rtl'): Promise<void> {
  if (direction === 'rtl') await queries.prefetchQuery(mirroredStyles);
}

const mirroredStyles = {
  queryKey: languageKeys.mirroredStyles,
  queryFn: loadMirroredStyles,
  staleTime: Infinity,
} as const;

/** Styles for right-to-left languages; loaded for them only. */
async function loadMirroredStyles(): Promise<EmotionCache> {
  const [{ prefixer }, { default: mirror }] = await Promise.all([
    import('stylis'),
    import('stylis-plugin-rtl'),
  ]);
  return createCache({ key: 'mui-rtl', prepend: true, stylisPlugins: [prefixer, mirror] });
}
