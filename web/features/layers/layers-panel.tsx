import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTool } from '../../context/open-tool.ts';
import { removeLayer } from '../../map/layers/arrange-layers.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import type { LayerState } from '../../map/map-state.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { LayerList } from './layer-list.tsx';

/** Milliseconds in which a removed layer can be put back. */
const undoTime = 10_000;

/** The map's layers as it draws them, topmost first, and everything one can do with a layer. */
export function LayersPanel() {
  const { t } = useTranslation();
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const opening = useMapState((state) => state.status === 'opening');
  const [filtered, setFiltered] = useState<LayerState>();
  const [removed, setRemoved] = useState<{ title: string; undo: () => void }>();
  const remove = (layer: LayerState) => {
    if (!model) return;
    const undo = removeLayer(model, layer.id);
    setRemoved({ title: layer.title || t('layers.untitled'), undo });
  };
  return (
    <>
      {layers.length > 0 ? (
        <Box sx={{ pb: 1 }}>
          <LayerList layers={layers} depth={0} onFilter={setFiltered} onRemove={remove} />
        </Box>
      ) : opening ? (
        <LayersSkeleton />
      ) : (
        <NoLayers />
      )}
      {filtered && <FilterDialog layer={filtered} onClose={() => setFiltered(undefined)} />}
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
    </>
  );
}

function NoLayers() {
  const { t } = useTranslation();
  const openTool = useOpenTool();
  return (
    <Box sx={{ p: 2 }}>
      <StateMessage
        icon={<LayersOutlined />}
        title={t('layers.none')}
        action={<Button onClick={() => openTool('add')}>{t('layers.add')}</Button>}
      />
    </Box>
  );
}

/** Still, like every skeleton beside a map that is being drawn. */
function LayersSkeleton() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid' }}>
      {[64, 48, 56].map((width) => (
        <Box key={width} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: 44, px: 1.5 }}>
          <Skeleton animation={false} variant="circular" width={20} height={20} />
          <Skeleton animation={false} width={`${width}%`} height={20} />
        </Box>
      ))}
    </Box>
  );
}
