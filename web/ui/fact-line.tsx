import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { Children, type ReactNode } from 'react';

/** Room for the dot before a fact, in pixels. */
const gap = 14;

/**
 * Short facts in a row with dots between them, on as many lines as they need: the facts before a break and after it have no
 * dot there, because the dot of a line's first fact lies outside what is shown. Screen readers hear the facts alone.
 */
export function FactLine({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowX: 'clip' }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', marginInlineStart: -gap }}>
        {Children.map(children, (fact) => fact && <Fact>{fact}</Fact>)}
      </div>
    </Typography>
  );
}

const Fact = styled('span')({
  position: 'relative',
  minWidth: 0,
  paddingInlineStart: `${gap}px`,
  overflowWrap: 'anywhere',
  '&::before': {
    content: '"·" / ""',
    position: 'absolute',
    insetInlineStart: 0,
    width: gap,
    textAlign: 'center',
  },
});
