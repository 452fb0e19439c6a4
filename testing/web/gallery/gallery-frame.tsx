import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { prefixer } from 'stylis';
import mirror from 'stylis-plugin-rtl';
import { colorSchemeAttribute, createApplicationTheme } from '../../../web/ui/theme.ts';

/** What can be chosen around a piece. */
export interface Look {
  mode: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
}

const caches = {
  ltr: createCache({ key: 'gallery', prepend: true }),
  rtl: createCache({ key: 'gallery-rtl', prepend: true, stylisPlugins: [prefixer, mirror] }),
};

/** The product's theme around a piece, in the chosen colours and direction. */
export function GalleryFrame({ mode, direction, children }: Look & { children: ReactNode }) {
  const theme = useMemo(() => createApplicationTheme({ primary: '#78A942', direction }), [direction]);
  useLayoutEffect(() => {
    document.documentElement.dir = direction;
    document.documentElement.setAttribute(colorSchemeAttribute, mode);
  }, [mode, direction]);
  return (
    <CacheProvider value={caches[direction]}>
      <ThemeProvider theme={theme} defaultMode={mode} key={mode}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
