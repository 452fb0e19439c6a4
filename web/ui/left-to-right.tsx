import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import Box from '@mui/material/Box';
import { type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** Styles that are not mirrored where people read from the right. */
const cache = createCache({ key: 'ltr', prepend: true });
const leftToRight = (outer: Theme): Theme => ({ ...outer, direction: 'ltr' });

/**
 * What runs from left to right in every language, such as time. Texts within take the direction of their
 * language by `bdi`.
 */
export function LeftToRight({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={leftToRight}>
        <Box dir="ltr">{children}</Box>
      </ThemeProvider>
    </CacheProvider>
  );
}
