import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { CardGrid } from './card-grid.tsx';
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
