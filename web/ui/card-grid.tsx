import { styled } from '@mui/material/styles';

/** Cards side by side, as many as fit: one column on a phone, five on a wide screen. A list for screen readers. */
export const CardGrid = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
