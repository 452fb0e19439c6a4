import CropFree from '@mui/icons-material/CropFree';
import CropSquare from '@mui/icons-material/CropSquare';
import Gesture from '@mui/icons-material/Gesture';
import HighlightAlt from '@mui/icons-material/HighlightAlt';
import PentagonOutlined from '@mui/icons-material/PentagonOutlined';
import Timeline from '@mui/icons-material/Timeline';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import ListItemText from '@mui/material/ListItemText';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { useMapState } from '../../../map/map-model.ts';
import { flatLayers, type LayerState } from '../../../map/map-state.ts';
import {
  openSelect,
  type SelectSession,
  type SelectShape,
  type SelectTarget,
} from '../../../map/select/select.ts';
import { type Combination, combinations } from '../../../map/select/selected.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { ShapeButtons, WideShapeButton } from '../../../ui/shape-buttons.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { LoadFailed, StateMessage } from '../../../ui/state-message.tsx';
import { useRun } from '../../../ui/use-run.ts';
import { SelectByCondition, SelectByLayer } from './select-by.tsx';
import { SelectedLayers } from './selected-layers.tsx';

const icons = { rectangle: CropSquare, lasso: Gesture, line: Timeline, area: PentagonOutlined } as const;

/** Selects features by shapes, by the view, by another layer or by a condition. */
export function SelectPanel() {
  const { t } = useTranslation();
  const layers = useMapState((state) => state.layers);
  const { session, error, again } = useCapability(openSelect, { holdsClicks: true });
  const offered = flatLayers(layers).filter(({ hasFeatures, status }) => hasFeatures && status !== 'failed');
  if (error !== undefined)
    return <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />;
  if (offered.length === 0)
    return (
      <StateMessage icon={<HighlightAlt />} title={t('charts.noLayers')} detail={t('charts.noLayers.why')} />
    );
  const drawings = flatLayers(layers).filter(({ kind }) => kind === 'map-notes');
  return <Selecting session={session} layers={offered} drawings={drawings} />;
}

interface SelectingProps {
  session: SelectSession | undefined;
  layers: readonly LayerState[];
  drawings: readonly LayerState[];
}

function Selecting({ session, layers, drawings }: SelectingProps) {
  const { t } = useTranslation();
  const [how, setHow] = useState<Combination>('replace');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const drawing = useStore(session?.drawing, undefined);
  const { busy, error, run } = useRun();
  const visible = layers.filter((layer) => layer.visible);
  const layerIds = chosen.filter((id) => layers.some((layer) => layer.id === id));
  const target: SelectTarget = {
    layerIds: layerIds.length > 0 ? layerIds : visible.map(({ id }) => id),
    how,
  };
  const draw = (shape: SelectShape) => {
    if (shape === drawing) session?.stopDrawing();
    else void run(async () => void (await session?.draw(shape, target)));
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 1 }}>
      <LayersToSelect layers={layers} chosen={layerIds} onChoose={setChosen} />
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={how}
        aria-label={t('select.how')}
        onChange={(_event, next: Combination | null) => next && setHow(next)}
      >
        {combinations.map((one) => (
          <ToggleButton key={one} value={one} sx={{ minHeight: sizes.touch, px: 0.5, lineHeight: 1.2 }}>
            {t(`select.how.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ShapeButtons
        label={t('select.shapes')}
        icons={icons}
        textOf={(shape) => t(`select.shape.${shape}`)}
        drawn={drawing}
        isDisabled={() => !session}
        onDraw={draw}
      >
        <WideShapeButton
          icon={<CropFree fontSize="small" />}
          disabled={!session}
          onClick={() => void run(async (signal) => session?.inView(target, signal))}
        >
          {t('select.inView')}
        </WideShapeButton>
      </ShapeButtons>
      <Typography component="output" color="textSecondary" variant="body2">
        {t(drawing ? `select.draw.${drawing}` : 'select.what')}
      </Typography>
      {drawing && drawing !== 'lasso' && (
        <Typography variant="body2" color="textSecondary">
          {t('measure.keys')}
        </Typography>
      )}
      <Box>
        <SelectByLayer session={session} layers={layers} drawings={drawings} target={target} run={run} />
        <SelectByCondition session={session} layers={layers} target={target} run={run} />
      </Box>
      <LinearProgress
        aria-label={t('app.loading')}
        sx={{ height: 2, visibility: busy ? 'visible' : 'hidden' }}
      />
      {error !== undefined && (
        <Alert ref={showWhole} severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {session && <SelectedLayers session={session} layers={layers} run={run} />}
    </Box>
  );
}

/** Scrolls the panel to what has appeared below its edge. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

interface LayersToSelectProps {
  layers: readonly LayerState[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** The layers in which features are selected: the visible ones unless some are chosen. */
function LayersToSelect({ layers, chosen, onChoose }: LayersToSelectProps) {
  const { t } = useTranslation();
  const { list } = useFormats();
  const titleOf = (id: string) => layers.find((layer) => layer.id === id)?.title || t('layers.untitled');
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t('select.layers')}
      value={chosen}
      onChange={({ target }) => onChoose(target.value as unknown as string[])}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: (ids) => {
            const titles = (ids as string[]).map(titleOf);
            return (
              <Box dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {titles.length > 0 ? list(titles, 'unit') : t('select.visibleLayers')}
              </Box>
            );
          },
        },
      }}
    >
      {layers.map(({ id, title }) => (
        <MenuItem key={id} value={id} dense>
          <Checkbox size="small" edge="start" checked={chosen.includes(id)} tabIndex={-1} disableRipple />
          <ListItemText primary={<bdi>{title || t('layers.untitled')}</bdi>} />
        </MenuItem>
      ))}
    </TextField>
  );
}
