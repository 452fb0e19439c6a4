import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the window is as narrow as a phone's: below the theme's `sm`. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)', { noSsr: true });
}

/**
 * Whether the header has room for icons only, so that its title can be read: on tablets held upright, and in narrow
 * windows.
 */
export function useNarrowHeader(): boolean {
  return useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
}
