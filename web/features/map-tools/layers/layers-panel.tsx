import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Portal from '@mui/material/Portal';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAudience } from '../../../context/audience.ts';
import { useOpenTool } from '../../../context/open-map.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { placeLayer, removeLayer } from '../../../map/layers/arrange-layers.ts';
import { canUngroup, ungroupLayer } from '../../../map/layers/make-layers.ts';
import { type MapModel, useMapModel, useMapState } from '../../../map/map-model.ts';
import { type BasemapFailure, layerById, type LayerState } from '../../../map/map-state.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { sizes, textSizes } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';
import { type LayerActions, type LayerSetting, panelSettings } from './layer-menu.tsx';
import { LayerRow } from './layer-row.tsx';
import type { ListRow } from './list-places.ts';
import { SortableList } from './sortable-list.tsx';

const isPanel = (setting?: LayerSetting) => panelSettings.some((name) => name === setting);

const loadSettings = async () => (await import('./layer-settings.tsx')).LayerSettings;

/** Milliseconds in which a removed layer can be restored. */
const undoTime = 10_000;

/** The map's layers in drawing order, topmost first, with their actions. */
export function LayersPanel() {
  const { t } = useTranslation();
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const basemapFailures = useMapState((state) => state.basemapFailures);
  const opening = useMapState((state) => state.status === 'opening');
  const [opened, setOpened] = useState<{ id: string; setting: LayerSetting }>();
  const [failed, setFailed] = useState(false);
  const [focused, setFocused] = useState<string>();
  const { error, run, cancel } = useRun();
  const [removed, setRemoved] = useState<{ title: string; undo: () => void }>();
  const remove = (layer: LayerState) => {
    if (!model) return;
    const undo = removeLayer(model, layer.id);
    setFocused(neighbourOf(layers, layer.id));
    setRemoved({ title: layer.title || t('layers.untitled'), undo });
  };
  const ungroup = (group: LayerState) => {
    if (!model) return;
    ungroupLayer(model, group.id);
    setFocused(group.children[0]?.id);
  };
  const changed = opened && layerById(layers, opened.id);
  const inPanel = changed !== undefined && isPanel(opened?.setting);
  const open = ({ id }: LayerState, setting: LayerSetting) => {
    setFailed(false);
    setOpened({ id, setting });
    // A grouped layer's row is another one in its new place.
    if (setting === 'group') setFocused(id);
  };
  const close = () => {
    if (inPanel) setFocused(opened?.id);
    setOpened(undefined);
  };
  const onFailure = useCallback(() => {
    setOpened(undefined);
    setFailed(true);
  }, []);
  return (
    <>
      <LazyBoundary
        wanted={changed !== undefined}
        load={loadSettings}
        props={{ layer: changed, setting: opened?.setting, run, onClose: close }}
        request={opened}
        onFailure={onFailure}
        placeholder={inPanel && <LayersSkeleton />}
      />
      {inPanel ? undefined : layers.length > 0 ? (
        <Box sx={{ pb: 1 }}>
          {failed && (
            <Alert severity="error" onClose={() => setFailed(false)} sx={{ mx: 2, mb: 1 }}>
              {t('viewer.toolFailed')}
            </Alert>
          )}
          {error !== undefined && (
            <Alert severity="error" onClose={cancel} sx={{ mx: 2, mb: 1 }}>
              <ErrorMessage error={error} />
            </Alert>
          )}
          <LayerList
            layers={layers}
            focused={focused}
            onOpen={open}
            onUngroup={ungroup}
            onRemove={remove}
            run={run}
          />
        </Box>
      ) : opening ? (
        <LayersSkeleton />
      ) : (
        <NoLayers />
      )}
      {basemapFailures.length > 0 && <BasemapFailures failures={basemapFailures} />}
      {/* Beside the panel it would be below the rail of tools. */}
      <Portal>
        <Snackbar
          open={removed !== undefined}
          autoHideDuration={undoTime}
          onClose={(_event, reason) => reason !== 'clickaway' && setRemoved(undefined)}
          message={t('layers.removed', { title: removed?.title ?? '' })}
          action={
            <Button
              color="inherit"
              onClick={() => {
                removed?.undo();
                setRemoved(undefined);
              }}
            >
              {t('layers.undo')}
            </Button>
          }
        />
      </Portal>
    </>
  );
}

/** The id of the layer beside a layer, below it if there is one. */
function neighbourOf(layers: readonly LayerState[], id: string): string | undefined {
  const place = layers.findIndex((layer) => layer.id === id);
  if (place >= 0) return (layers[place + 1] ?? layers[place - 1])?.id;
  return layers.map(({ children }) => neighbourOf(children, id)).find((found) => found !== undefined);
}

/** The basemap's layers that cannot be shown, or not completely; the others are not listed. */
function BasemapFailures({ failures }: { failures: readonly BasemapFailure[] }) {
  const { t } = useTranslation();
  const model = useMapModel();
  return (
    <Box component="section" aria-label={t('layers.basemap')} sx={{ px: 2, py: 1, overflowWrap: 'anywhere' }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t('layers.basemap')}
      </Typography>
      {failures.map(({ id, title, error, isDrawn }) => (
        <Box key={id} role="alert" sx={{ fontSize: textSizes.small, mb: 0.5 }}>
          {title && <Box>{title}</Box>}
          <Box sx={{ color: 'error.main' }}>
            <ErrorMessage error={error} />
          </Box>
          {isDrawn && (
            <Button
              size="small"
              aria-label={t('layers.retry', { title: title || t('layers.basemap') })}
              onClick={() => model?.retryLayer(id)}
              sx={{ ml: -0.5 }}
            >
              {t('app.tryAgain')}
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
}

function NoLayers() {
  const { t } = useTranslation();
  const openTool = useOpenTool();
  const { mayUse } = useAudience();
  return (
    <Box sx={{ p: 2 }}>
      <StateMessage
        icon={<LayersOutlined />}
        title={t('layers.none')}
        action={mayUse('add') && <Button onClick={() => openTool('add')}>{t('layers.add')}</Button>}
      />
    </Box>
  );
}

/** Not animated, like every skeleton beside a map that is being drawn. */
function LayersSkeleton() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid' }}>
      {[64, 48, 56].map((width) => (
        <Box
          key={width}
          sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: sizes.touch, px: 1.5 }}
        >
          <Skeleton animation={false} variant="circular" width={20} height={20} />
          <Skeleton animation={false} width={`${width}%`} height={20} />
        </Box>
      ))}
    </Box>
  );
}

interface LayerListProps extends LayerActions {
  layers: readonly LayerState[];
}

/** The layers with those of their groups, which can be moved by dragging or by keyboard. */
function LayerList({ layers, ...actions }: LayerListProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  return (
    <SortableList
      rows={model ? layers.map((layer) => rowOf(layer, model)) : []}
      titleOf={(id) => layerById(layers, id)?.title || t('layers.untitled')}
      instructions={t('layers.drag.how')}
      onMove={(id, { group, index }) => model && placeLayer(model, id, group, index)}
    >
      <LayerRows layers={layers} {...actions} />
    </SortableList>
  );
}

function rowOf({ id, kind, children }: LayerState, model: MapModel): ListRow {
  const closed = kind !== 'group' || !canUngroup(model, id);
  if (closed && children.length === 0) return { id };
  return { id, closed, rows: children.map((child) => rowOf(child, model)) };
}

/** Sibling layers. */
function LayerRows({ layers, ...actions }: LayerListProps) {
  return layers.map((layer, place) => (
    <LayerRow key={layer.id} layer={layer} place={place} count={layers.length} {...actions}>
      {(layer.kind === 'group' || layer.children.length > 0) && (
        <LayerRows layers={layer.children} {...actions} />
      )}
    </LayerRow>
  ));
}
