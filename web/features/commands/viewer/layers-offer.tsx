import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import ZoomIn from '@mui/icons-material/ZoomInMapOutlined';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';

/** Showing, hiding and looking at each layer of the open map. */
export function LayersOffer() {
  const { t } = useTranslation();
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const offer = useMemo(
    () => ({
      commands: flatLayers(layers).flatMap(({ id, title, visible, status }): Command[] => {
        const words = t('viewer.layers');
        const toggle: Command = {
          id: `layer ${id}`,
          group: 'layers',
          title: visible ? t('commands.layer.hide', { title }) : t('commands.layer.show', { title }),
          words,
          Icon: visible ? VisibilityOff : Visibility,
          run: () => model?.setLayerVisible(id, !visible),
        };
        const zoom: Command = {
          id: `zoom ${id}`,
          group: 'layers',
          title: t('commands.layer.zoom', { title }),
          words,
          Icon: ZoomIn,
          whenTyped: true,
          run: () => model?.goToLayer(id),
        };
        return status === 'failed' ? [toggle] : [toggle, zoom];
      }),
    }),
    [t, model, layers],
  );
  useOffer('layers', offer);
  return null;
}
