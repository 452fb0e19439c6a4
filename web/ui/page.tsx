import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { sizes } from './sizes.ts';

/** A page of text and cards: a readable width, room at the sides, sections apart. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: sizes.pageWidth,
        mx: 'auto',
        px: { xs: 2, sm: 3 },
        py: { xs: 2.5, sm: 4 },
        // Content can be scrolled out from under a bottom sheet on a phone.
        pb: { xs: 'calc(20px + var(--sheet-height, 0px))', sm: 4 },
        display: 'grid',
        // Long words must not make the page wider than its window.
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: { xs: 3, sm: 4 },
        alignContent: 'start',
      }}
    >
      {children}
    </Box>
  );
}
