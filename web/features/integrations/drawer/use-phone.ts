import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the drawer is a sheet below the map, for want of width. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)', { noSsr: true });
}
