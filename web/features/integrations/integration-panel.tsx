import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Integration } from '../../context/integrations.ts';
import type { MapLocation } from '../../context/locations.ts';

/** What an open integration is told: its state and the place on the map. */
export function IntegrationPanel({
  integration,
  location,
}: {
  integration: Integration;
  location: MapLocation;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.5, alignContent: 'start', overflowY: 'auto' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {integration.title}
        </Typography>
        <Chip size="small" variant="outlined" label={t(`integration.state.${integration.state}`)} />
      </Box>
      <Typography color="textSecondary">
        {t('integration.place')}:{' '}
        <Box component="span" dir="ltr" sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.primary' }}>
          {location.lat.toFixed(5)}, {location.lng.toFixed(5)}
        </Box>
      </Typography>
    </Box>
  );
}
