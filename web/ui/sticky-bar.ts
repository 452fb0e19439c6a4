import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { radii } from './sizes.ts';

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
