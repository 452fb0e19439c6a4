import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drawingsLegend, type LegendGroup } from '../../map/export/legend.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';

const none: readonly LegendGroup[] = [];

/** What the drawings in view mean, above the legend of the layers. */
export function DrawingsLegend() {
  const { t, i18n } = useTranslation();
  const model = useMapModel();
  // Drawings come and go with the layers; what is in view changes with the place.
  const place = useMapState((state) => state.place);
  const layers = useMapState((state) => state.layers);
  const drawn = layers.some(({ kind }) => kind === 'map-notes');
  const { data: groups = none } = useQuery({
    queryKey: ['drawings-legend', place, layers, i18n.language],
    queryFn: () =>
      model
        ? drawingsLegend(model, {
            point: t('legend.point'),
            polyline: t('legend.polyline'),
            polygon: t('legend.polygon'),
          })
        : none,
    enabled: model !== undefined && drawn,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!drawn || groups.length === 0) return null;
  return (
    <Box sx={{ px: 2, pt: 2 }}>
      {groups.map(({ title, rows }) => (
        <Box key={title} component="section" aria-label={title}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {title}
          </Typography>
          <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {rows.map(({ label, picture, width, height }, index) => (
              <Box key={index} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
                <Box sx={{ width: 32, display: 'grid', placeItems: 'center' }}>
                  {picture && <img src={picture} alt="" width={width / 2} height={height / 2} />}
                </Box>
                {label}
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
