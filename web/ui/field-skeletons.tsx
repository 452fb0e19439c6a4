import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import SvgIcon from '@mui/material/SvgIcon';
import { sizes, touchScreens } from './sizes.ts';

/** Preferred width of a choice in pixels. */
export const choiceWidth = 180;

/** The room of a choice in a row. */
export function roomOf(width: number) {
  return { flex: { xs: '1 1 140px', sm: `0 1 ${width}px` }, minWidth: 140 };
}

/** A placeholder of a choice whose options are loading, of the same size. */
export function ChoiceSkeleton({ width = choiceWidth }: { width?: number }) {
  return <Skeleton variant="rounded" sx={{ ...roomOf(width), height: { xs: 47, sm: 40 } }} />;
}

/**
 * A search field, two choices, and two buttons beside a wider one, in their places while they are loading.
 *
 * @param label of the wider button, which decides where the row breaks
 */
export function FiltersSkeleton({ label }: { label: string }) {
  const height = { xs: sizes.touch, sm: 40 };
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Skeleton variant="rounded" sx={{ flex: '1 1 260px', height }} />
      <ChoiceSkeleton />
      <ChoiceSkeleton />
      <Box sx={{ display: 'flex', gap: 1.5, marginInlineStart: { sm: 'auto' } }}>
        <Skeleton variant="rounded" sx={{ maxWidth: 'none', height }}>
          <Button variant="outlined" startIcon={<SvgIcon />}>
            {label}
          </Button>
        </Skeleton>
        <Skeleton variant="rounded" sx={{ width: 2 * sizes.touch - 1, height }} />
      </Box>
    </Box>
  );
}

/** A row of chips. */
export const chipsRow = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const;

/**
 * Chips that can be removed, and a button behind them, in their places while they are loading; nothing
 * without chips.
 */
export function ChipsSkeleton({ labels, button }: { labels: readonly string[]; button: string }) {
  if (labels.length === 0) return null;
  return (
    <Box aria-hidden sx={chipsRow}>
      {labels.map((label) => (
        <Skeleton key={label} variant="rounded" sx={chipStyles}>
          <bdi>{label}</bdi>
        </Skeleton>
      ))}
      <Skeleton variant="rounded" sx={{ maxWidth: 'none' }}>
        <Button>{button}</Button>
      </Skeleton>
    </Box>
  );
}

/** The size of a chip with a label of this width. */
const chipStyles = {
  boxSizing: 'border-box',
  maxWidth: '100%',
  height: 32,
  [touchScreens]: { height: sizes.touch },
  borderRadius: 4,
  // 12 pixels on each side of the label, and 21 for the icon.
  paddingInline: '12px 33px',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
} as const;
