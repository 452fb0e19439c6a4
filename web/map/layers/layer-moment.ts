import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { MapModel } from '../map-model.ts';

/**
 * Shows the features that a layer had at a time, in the map, its table and popups; undefined shows the
 * current ones. The layer cannot be edited meanwhile, and the time is not saved with the map: web maps have
 * no member for it.
 *
 * @param moment epoch milliseconds
 */
export function showMoment(model: MapModel, layerId: string, moment: number | undefined): void {
  // Without code of the SDK, because notes about the map are shown before that is loaded and configured.
  const layer = model.withInternals(({ view }) => view.map?.allLayers.find(({ id }) => id === layerId));
  if (layer) (layer as FeatureLayer).historicMoment = moment === undefined ? null : new Date(moment);
}
