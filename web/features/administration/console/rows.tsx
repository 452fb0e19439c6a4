import { styled } from '@mui/material/styles';

/** A list of thousands of rows: off-screen rows cost the browser nothing. */
export const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The focus ring is slightly outside a row.
  '& > li': { contentVisibility: 'auto', containIntrinsicSize: 'auto 64px', overflowClipMargin: '4px' },
});
