import Extent from '@arcgis/core/geometry/Extent.js';
import { canProject, project } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { MapInternals } from '../map-model.ts';
import { scaleOfZoom } from '../map-state.ts';
import type { ViewLimits } from './audience.ts';

/** Limits the view as soon as its coordinate system is known; returns a function that removes the limits. */
export function limitView({ view }: MapInternals, { bounds, minZoom, maxZoom }: ViewLimits): () => void {
  let stopped = false;
  const apply = async () => {
    await view.when();
    if (stopped || view.destroyed) return;
    view.constraints.geometry = bounds ? areaOf(view, bounds) : null;
    // 0: no limit.
    view.constraints.minScale = minZoom === undefined ? 0 : scaleOfZoom(minZoom);
    view.constraints.maxScale = maxZoom === undefined ? 0 : scaleOfZoom(maxZoom);
  };
  apply().catch(() => {});
  return () => {
    stopped = true;
    if (view.destroyed || !view.ready) return;
    view.constraints.geometry = null;
    view.constraints.minScale = 0;
    view.constraints.maxScale = 0;
  };
}

/** The bounds in the coordinate system of the view; null where they cannot be converted. */
function areaOf(
  view: MapView,
  bounds: NonNullable<ViewLimits['bounds']>,
): (Extent & { type: 'extent' }) | null {
  const [xmin, ymin, xmax, ymax] = bounds;
  const area = new Extent({ xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326 } });
  const { spatialReference } = view;
  if (!spatialReference || !canProject(area, spatialReference)) return null;
  return project(area, spatialReference) as Extent & { type: 'extent' };
}
