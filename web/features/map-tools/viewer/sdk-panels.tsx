import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAudience } from '../../../context/audience.ts';
import { drawingsLegend, type LegendGroup } from '../../../map/export/legend.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { FormatListBulleted } from '../../../ui/mirrored-icons.ts';
import { SdkPanel } from './sdk-panel.tsx';
import type { ViewerTool } from './viewer-tools.ts';

const none: readonly LegendGroup[] = [];

/** The legend of the drawings in view, above the legend of the layers. */
function DrawingsLegend() {
  const { t, i18n } = useTranslation();
  const model = useMapModel();
  // Drawings change with the layers; what is in view changes with the viewpoint.
  const place = useMapState((state) => state.place);
  const layers = useMapState((state) => state.layers);
  const drawn = layers.some(({ kind }) => kind === 'map-notes');
  const { data: groups = none } = useQuery({
    queryKey: mapKeys.drawingsLegend(place, layers, i18n.language),
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
      {groups.map(({ title, rows, more = 0 }) => (
        <Box key={title} component="section" aria-label={title}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {title}
          </Typography>
          <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {rows.map(({ label, picture, width, height }, index) => (
              <Box key={index} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
                <Box sx={styles.symbol}>
                  {picture && <img src={picture} alt="" width={width / 2} height={height / 2} />}
                </Box>
                <Typography variant="body2">{label}</Typography>
              </Box>
            ))}
          </Box>
          {more > 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              {t('history.more', { count: more })}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

const styles = {
  symbol: {
    width: 40,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    // The picture of a line is wider than the column.
    '& img': { maxWidth: '100%', height: 'auto' },
  },
} as const;

/** The text of the map's author for its readers. */
function AudienceText() {
  const text = useAudience().own?.text;
  if (!text) return null;
  return (
    <Typography dir="auto" sx={{ px: 2, pt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  );
}

export function LegendPanel() {
  return (
    <>
      <AudienceText />
      <DrawingsLegend />
      <SdkPanel tool="legend" />
    </>
  );
}

export function BookmarksPanel() {
  return <SdkPanel tool="bookmarks" />;
}

export const legendTool: ViewerTool = {
  id: 'legend',
  title: 'viewer.legend',
  Icon: FormatListBulleted,
  load: async () => LegendPanel,
};

export const basemapsTool: ViewerTool = {
  id: 'basemaps',
  title: 'viewer.basemaps',
  Icon: GridViewOutlined,
  load: async () => (await import('./basemap-panel.tsx')).BasemapPanel,
};

export const bookmarksTool: ViewerTool = {
  id: 'bookmarks',
  title: 'viewer.bookmarks',
  Icon: BookmarkBorder,
  load: async () => BookmarksPanel,
};
