import * as projectOperator from '@arcgis/core/geometry/operators/projectOperator.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import { canProject } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import type MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import type ControlPointsGeoreference from '@arcgis/core/layers/support/ControlPointsGeoreference.js';
import { MappingError } from '../../../wire/errors.ts';
import { type AnyLayer, type Placed, placedOf } from '../document/sdk/layer-kinds.ts';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { changedShapes } from '../sketch/change-drawings.ts';
import type { PlacingSession } from './place-picture.ts';

/**
 * Shows the handles of a picture layer (`placePicture`).
 * @throws MappingError `layer:not-found`; `layer:coordinate-system` when its corners cannot be projected into the view
 */
export async function placePicture(
  { view, claimClicks, announcePoint }: MapInternals,
  layerId: string,
): Promise<PlacingSession> {
  const layer = findLayer(view, layerId)?.layer as MediaLayer | undefined;
  const [picture] = layer ? placedOf(layer as unknown as AnyLayer) : [];
  if (!layer || !picture) throw new MappingError('layer:not-found', 'The layer is not in the map any more.');
  const layerView = await view.whenLayerView(layer);
  await prepareProjection(picture, view.spatialReference);
  const release = claimClicks();
  layerView.interactive = true;
  layerView.selectedElement = picture;
  return {
    change(change) {
      const { georeference } = picture;
      if (georeference?.type !== 'control-points') return;
      const { controlPoints } = georeference;
      const places = cornersOf(picture).flatMap((corner) => withEngine(corner, view.spatialReference) ?? []);
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

/**
 * Other programs place pictures in other coordinate systems than that of the map. Their corners need the SDK's projection engine,
 * for which a change cannot wait.
 */
async function prepareProjection(picture: Placed, target: SpatialReference): Promise<void> {
  const corners = cornersOf(picture);
  if (corners.every((corner) => needsNoEngine(corner, target))) return;
  await projectOperator.load();
  if (corners.some((corner) => !withEngine(corner, target)))
    throw new MappingError('layer:coordinate-system', 'The picture has another coordinate system.');
}

/** The corners of a picture on the map, each in its own spatial reference. */
function cornersOf({ georeference }: Placed): Point[] {
  // Web maps have no other kind.
  if (georeference?.type !== 'control-points') return [];
  return georeference.controlPoints?.flatMap(({ mapPoint }) => mapPoint ?? []) ?? [];
}

/** Degrees and Web Mercator are converted by the change itself. */
function needsNoEngine(corner: Point, target: SpatialReference): boolean {
  return corner.spatialReference.equals(target) || canProject(corner, target);
}

/** A corner as a change can use it; undefined if there is no way into the spatial reference of the view. */
function withEngine(corner: Point, target: SpatialReference): Point | undefined {
  if (needsNoEngine(corner, target)) return corner;
  const there = projectOperator.execute(corner, target) as Point | null | undefined;
  return there && Number.isFinite(there.x) && Number.isFinite(there.y) ? there : undefined;
}

/** The middle of the corners of a picture. */
function middleOf(corners: readonly Point[]): Point | undefined {
  const middle = corners[0]?.clone();
  if (!middle) return undefined;
  middle.x = corners.reduce((sum, { x }) => sum + x, 0) / corners.length;
  middle.y = corners.reduce((sum, { y }) => sum + y, 0) / corners.length;
  return middle;
}
