import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { radii, sizes } from './sizes.ts';

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

/** A bar that sticks to the bottom of a scrolled area, with nothing visible below it. */
export const StickyBar = styled(Paper)(({ theme }) => ({
  position: 'sticky',
  bottom: 16,
  zIndex: 2,
  borderRadius: radii.card,
  '&::after': {
    content: '""',
    position: 'absolute',
    insetInline: -1,
    top: 'calc(100% + 1px)',
    height: 16,
    backgroundColor: theme.vars.palette.background.default,
  },
}));
