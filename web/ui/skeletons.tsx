import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { CardGrid } from './map-card.tsx';
import { radii } from './sizes.ts';

/**
 * Cards that are still loading, in the shape of the real ones; `foot` where they have one. `label` is for screen
 * readers.
 */
export function MapCardSkeletons({
  count,
  label,
  foot = false,
}: {
  count: number;
  label: string;
  foot?: boolean;
}) {
  return (
    <Box component="output" aria-label={label} sx={{ display: 'block' }}>
      <CardGrid aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <Card key={index} component="li" variant="outlined" sx={{ borderRadius: radii.card }}>
            <Skeleton variant="rectangular" height="auto" sx={{ aspectRatio: '3 / 2' }} />
            <Box sx={{ p: 1.5 }}>
              <Skeleton width="70%" height={24} />
              <Skeleton width="50%" height={18} />
              {foot && <Skeleton width="60%" height={18} />}
            </Box>
            {foot && <Box sx={{ height: 48 }} />}
          </Card>
        ))}
      </CardGrid>
    </Box>
  );
}

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
