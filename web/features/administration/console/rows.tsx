import { styled } from '@mui/material/styles';

/** A list of thousands, one below the other: what is off the screen costs the browser nothing. */
export const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Focus is shown a little outside of a row.
  '& > li': { contentVisibility: 'auto', containIntrinsicSize: 'auto 64px', overflowClipMargin: '4px' },
});
