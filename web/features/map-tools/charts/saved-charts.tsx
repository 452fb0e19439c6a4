import Dashboard from '@mui/icons-material/DashboardOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressView } from '../../../context/address-view.ts';
import type { ChartRequest, ChartSession, SavedChart } from '../../../map/charts/charts.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { useStore } from '../../../store.ts';
import { radii, sizes } from '../../../ui/sizes.ts';

export interface SavedChartsProps {
  session: ChartSession;
  layers: readonly LayerState[];
  onOpen: (request: ChartRequest) => void;
}

const none: readonly SavedChart[] = [];

/** The charts that are saved with the map. */
export function SavedCharts({ session, layers, onOpen }: SavedChartsProps) {
  const { t } = useTranslation();
  const heading = useId();
  const saved = useStore(session.saved, none);
  const [, setShown] = useAddressView('dashboard');
  if (saved.length === 0) return null;
  // Charts of different kinds may have the same title.
  const detailOf = ({ layerId, kind }: ChartRequest) =>
    [layers.find(({ id }) => id === layerId)?.title, t(`charts.kind.${kind}`)].filter(Boolean).join(' · ');
  return (
    <Box component="section" aria-labelledby={heading}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pb: 0.5 }}>
        <Typography id={heading} component="h3" variant="body2" color="textSecondary" sx={{ flex: 1 }}>
          {t('charts.saved')}
        </Typography>
        <Button size="small" startIcon={<Dashboard fontSize="small" />} onClick={() => setShown(true)}>
          {t('dashboard.open')}
        </Button>
      </Box>
      <List disablePadding sx={{ border: 1, borderColor: 'divider', borderRadius: radii.control }}>
        {saved.map((chart) => (
          <ListItem
            key={chart.id}
            disablePadding
            secondaryAction={
              <IconButton
                edge="end"
                aria-label={t('charts.delete', { title: chart.title })}
                onClick={() => session.remove(chart)}
              >
                <Delete fontSize="small" />
              </IconButton>
            }
          >
            <ListItemButton onClick={() => onOpen(chart.request)} sx={{ minHeight: sizes.touch, py: 0.25 }}>
              <ListItemIcon sx={{ minWidth: 36 }}>
                <InsertChart fontSize="small" />
              </ListItemIcon>
              <ListItemText
                primary={<bdi>{chart.title || t(`charts.kind.${chart.request.kind}`)}</bdi>}
                secondary={<bdi>{detailOf(chart.request)}</bdi>}
                slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
