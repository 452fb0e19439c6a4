import type Point from '@arcgis/core/geometry/Point.js';
import type MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import type ControlPointsGeoreference from '@arcgis/core/layers/support/ControlPointsGeoreference.js';
import { MappingError } from '../../../wire/errors.ts';
import { type AnyLayer, placedOf } from '../document/sdk/layer-kinds.ts';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { changedShapes } from '../sketch/change-drawings.ts';
import type { PlacingSession } from './place-picture.ts';

/** Shows the handles of a picture layer (`placePicture`). */
export async function placePicture(
  { view, claimClicks, announcePoint }: MapInternals,
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
    change(change) {
      const { georeference } = picture;
      // Web maps have no other kind.
      if (georeference?.type !== 'control-points') return;
      const { controlPoints } = georeference;
      const places = controlPoints?.flatMap(({ mapPoint }) => mapPoint ?? []) ?? [];
      const moved = changedShapes(view, places, change) as Point[] | undefined;
      if (!controlPoints || !moved || moved.length < controlPoints.length) return;
      const next = georeference.clone();
      next.controlPoints = controlPoints.map(({ sourcePoint }, index) => ({
        sourcePoint,
        mapPoint: moved[index],
      })) as unknown as ControlPointsGeoreference['controlPoints'];
      picture.georeference = next;
      const middle = middleOf(moved);
      if ('right' in change && middle) announcePoint(middle);
    },
    close() {
      release();
      if (layerView.destroyed) return;
      layerView.selectedElement = null;
      layerView.interactive = false;
    },
  };
}

/** The middle of the corners of a picture. */
function middleOf(corners: readonly Point[]): Point | undefined {
  const middle = corners[0]?.clone();
  if (!middle) return undefined;
  middle.x = corners.reduce((sum, { x }) => sum + x, 0) / corners.length;
  middle.y = corners.reduce((sum, { y }) => sum + y, 0) / corners.length;
  return middle;
}
