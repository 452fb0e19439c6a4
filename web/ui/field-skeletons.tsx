import Tune from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { sizes } from './sizes.ts';

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
          <Button variant="outlined" startIcon={<Tune />}>
            {label}
          </Button>
        </Skeleton>
        <Skeleton variant="rounded" sx={{ width: 2 * sizes.touch - 1, height }} />
      </Box>
    </Box>
  );
}
