import type MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { type AnyLayer, placedOf } from '../document/sdk/layer-kinds.ts';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import type { PlacingSession } from './place-picture.ts';

/** Shows the handles of a picture layer (`placePicture`). */
export async function placePicture(
  { view, claimClicks }: MapInternals,
  layerId: string,
): Promise<PlacingSession> {
  const layer = findLayer(view, layerId)?.layer as MediaLayer | undefined;
  const [picture] = layer ? placedOf(layer as unknown as AnyLayer) : [];
  if (!layer || !picture) throw new MappingError('layer:not-found', 'The layer is not in the map any more.');
  const layerView = await view.whenLayerView(layer);
  const release = claimClicks();
  layerView.interactive = true;
  layerView.selectedElement = picture;
  return {
    close() {
      release();
      if (layerView.destroyed) return;
      layerView.selectedElement = null;
      layerView.interactive = false;
    },
  };
}
