import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import { useTranslation } from 'react-i18next';
import { useMapState } from '../../map/map-model.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { LayerRow } from './layer-row.tsx';

/** The map's layers as it draws them, topmost first: show and hide, go to, open again what failed. */
export function LayersPanel() {
  const { t } = useTranslation();
  const layers = useMapState((state) => state.layers);
  const opening = useMapState((state) => state.status === 'opening');
  if (layers.length === 0) {
    return (
      <Box sx={{ p: 2 }}>
        <StateMessage
          icon={<LayersOutlined />}
          title={opening ? t('app.loading') : t('viewer.layers.none')}
        />
      </Box>
    );
  }
  return (
    <List dense disablePadding sx={{ pb: 1 }}>
      {layers.map((layer) => (
        <LayerRow key={layer.id} layer={layer} depth={0} />
      ))}
    </List>
  );
}
