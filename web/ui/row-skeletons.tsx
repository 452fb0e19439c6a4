import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { radii } from './sizes.ts';

/** Rows with a picture that are still loading, in the shape of the real ones. `label` is for screen readers. */
export function RowSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <Paper
      component="output"
      variant="outlined"
      aria-label={label}
      sx={{ borderRadius: radii.card, display: 'block' }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 1, minHeight: 81 }}>
          <Skeleton variant="rounded" width={96} height={64} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" height={24} />
            <Skeleton width="60%" height={18} />
          </Box>
        </Box>
      ))}
    </Paper>
  );
}
