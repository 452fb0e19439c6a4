import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider, useColorScheme, useTheme } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { colorSchemeAttribute, colorSchemeKey } from '../../../ui/theme.ts';

/**
 * The theme in another window: styles go into that window's head, menus and tooltips open in that window, and light or dark
 * is what the application shows.
 */
export function PopOutTheme({ root, children }: { root: HTMLElement; children: ReactNode }) {
  const outer = useTheme();
  const { colorScheme } = useColorScheme();
  const page = root.ownerDocument;
  const cache = useCache(page, outer.direction);
  const theme = useMemo(() => {
    const container = { defaultProps: { container: root } };
    return createTheme(outer, {
      components: { MuiPopper: container, MuiPopover: container, MuiModal: container, MuiDialog: container },
    });
  }, [outer, root]);
  useEffect(() => {
    page.documentElement.setAttribute(colorSchemeAttribute, colorScheme ?? 'light');
  }, [page, colorScheme]);
  if (!cache) return null;
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        disableNestedContext
        documentNode={page}
        colorSchemeNode={page.documentElement}
        modeStorageKey={colorSchemeKey}
        storageWindow={page.defaultView}
      >
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}

function useCache(page: Document, direction: 'ltr' | 'rtl'): EmotionCache | undefined {
  const [cache, setCache] = useState<EmotionCache>();
  useEffect(() => {
    let gone = false;
    const prepare = async () => {
      const plugins = await stylisPlugins(direction);
      if (!gone) setCache(createCache({ key: `pop-${direction}`, container: page.head, ...plugins }));
    };
    void prepare();
    return () => {
      gone = true;
    };
  }, [page, direction]);
  return cache;
}

async function stylisPlugins(direction: 'ltr' | 'rtl') {
  if (direction === 'ltr') return {};
  const [{ prefixer }, { default: mirror }] = await Promise.all([
    import('stylis'),
    import('stylis-plugin-rtl'),
  ]);
  return { stylisPlugins: [prefixer, mirror] };
}
