import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';

/** A list that is being made. Still: a moving skeleton would take the graphics from the map that is being drawn. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid', gap: 1 }}>
      <Skeleton animation={false} width="50%" height={24} />
      {[70, 60, 75, 55].map((width) => (
        <Box key={width} sx={{ minHeight: 44 }}>
          <Skeleton animation={false} width={`${width}%`} />
          <Skeleton animation={false} width={`${width / 2}%`} />
        </Box>
      ))}
    </Box>
  );
}
