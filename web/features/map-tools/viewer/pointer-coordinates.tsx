import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../../map/map-model.ts';

const nothing = () => () => {};

/** Latitude and longitude under the mouse; renders nothing without a mouse. */
export function PointerCoordinates() {
  const { t } = useTranslation();
  const model = useMapModel();
  const point = useSyncExternalStore(model?.pointer.subscribe ?? nothing, () => model?.pointer.get());
  return (
    <Box
      component="span"
      title={t('viewer.coordinates')}
      sx={{
        display: { xs: 'none', md: 'block' },
        minWidth: 130,
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
        direction: 'ltr',
      }}
    >
      {point && `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`}
    </Box>
  );
}
