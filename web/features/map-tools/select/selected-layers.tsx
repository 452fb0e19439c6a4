import CenterFocusStrong from '@mui/icons-material/CenterFocusStrongOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { useAudience } from '../../../context/audience.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { useLayerData } from '../../../map/export/use-layer-data.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { everyLayer, useAnnouncesSelection } from '../../../map/select/announced-selection.ts';
import type { SelectSession } from '../../../map/select/select.ts';
import { useStore } from '../../../store.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import { saveFile } from '../../../ui/browser.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import type { Run } from '../../../ui/use-run.ts';

export interface SelectedLayersProps {
  session: SelectSession;
  layers: readonly LayerState[];
  run: Run;
}

/** The selected features by layer, with their actions. */
export function SelectedLayers({ session, layers, run }: SelectedLayersProps) {
  const { t } = useTranslation();
  const heading = useId();
  const selected = useStore(session.selected);
  useAnnouncesSelection(everyLayer);
  const { error, save } = useLayerData(saveFile);
  const rows = layers.flatMap((layer) => {
    const count = selected.get(layer.id)?.length ?? 0;
    return count > 0 ? [{ layer, count }] : [];
  });
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography
        id={heading}
        component="output"
        variant="body2"
        color="textSecondary"
        sx={{ display: 'block', pb: 0.5 }}
      >
        {t('select.selected', { count: total })}
      </Typography>
      {rows.length > 0 && (
        <>
          <List disablePadding sx={{ border: 1, borderColor: 'divider', borderRadius: radii.control }}>
            {rows.map(({ layer, count }) => (
              <LayerRow
                key={layer.id}
                layer={layer}
                count={count}
                session={session}
                run={run}
                onExport={(format) => void save(layer.id, format, selected.get(layer.id))}
              />
            ))}
          </List>
          <Box sx={{ display: 'flex', gap: 1, pt: 1 }}>
            <Button
              size="small"
              startIcon={<CenterFocusStrong fontSize="small" />}
              onClick={() => void run(() => session.goTo())}
            >
              {t('select.goTo')}
            </Button>
            <Button size="small" onClick={() => session.clear()} sx={{ marginInlineStart: 'auto' }}>
              {t('charts.clear')}
            </Button>
          </Box>
        </>
      )}
      {error !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
    </Box>
  );
}

interface LayerRowProps {
  layer: LayerState;
  count: number;
  session: SelectSession;
  run: Run;
  onExport: (format: 'csv' | 'geojson') => void;
}

function LayerRow({
  layer: { id, title: given, closedToExport },
  count,
  session,
  run,
  onExport,
}: LayerRowProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const { tables, exports, mayUse } = useAudience();
  const mayExport = exports && !closedToExport;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = given || t('layers.untitled');
  const action = (text: string, act: () => void) => (
    <MenuItem
      key={text}
      onClick={() => {
        setAnchor(null);
        act();
      }}
      sx={{ minHeight: sizes.touch }}
    >
      {text}
    </MenuItem>
  );
  const copy = withoutIsolates(t('select.copyTitle', { title }));
  return (
    <ListItem sx={{ minHeight: sizes.touch, py: 0, paddingInlineEnd: 0.5 }}>
      <ListItemText
        primary={<bdi>{title}</bdi>}
        secondary={t('select.selected', { count })}
        sx={{ overflowWrap: 'anywhere' }}
      />
      <Tooltip title={t('select.goTo')}>
        <IconButton
          aria-label={t('select.goToLayer', { title })}
          onClick={() => void run(() => session.goTo(id))}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          <CenterFocusStrong fontSize="small" />
        </IconButton>
      </Tooltip>
      <IconButton
        aria-label={t('select.actions', { title, count, number: number(count) })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {[
          tables && action(t('select.table'), () => model && shownTable(model).set(id)),
          action(t('select.invert'), () => void run((signal) => session.invert(id, signal))),
          mayUse('save') &&
            action(t('select.toLayer'), () => void run((signal) => session.toLayer(id, copy, signal))),
          mayExport && action(t('select.export', { format: 'CSV' }), () => onExport('csv')),
          mayExport && action(t('select.export', { format: 'GeoJSON' }), () => onExport('geojson')),
          action(t('charts.clear'), () => session.clear(id)),
        ]}
      </Menu>
    </ListItem>
  );
}
