import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useMapState } from '../../map/map-model.ts';

/**
 * The map's place until there is a map. It stands still: the first pictures of the map and a moving one would fight for
 * the same graphics.
 */
export function OpeningCover() {
  const { t } = useTranslation();
  const opening = useMapState((state) => state.status === 'opening');
  if (!opening) return null;
  return (
    <Box
      component="output"
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        placeItems: 'center',
        color: 'text.secondary',
        pointerEvents: 'none',
      }}
    >
      {t('map.loading')}
    </Box>
  );
}
