import Graphic from '@arcgis/core/Graphic.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import Point from '@arcgis/core/geometry/Point.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapImageLayer from '@arcgis/core/layers/MapImageLayer.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import type { LinkedFeature } from '../../../wire/url-state.ts';
import type { Listed } from '../in-view/in-view.ts';
import { hasGraphics, noteById } from '../in-view/notes-in-view.ts';
import { ofMoment } from '../layers/read-features.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { PopupElement } from '../sdk/tools/popup-element.ts';
import type { PlaceToShow } from './show-place.ts';

const marks = new WeakMap<MapView, Graphic>();

/** Number of the last place or feature to show: responses for earlier ones are ignored. */
const turns = new WeakMap<MapView, number>();

/** Scale denominator at which a place without an extent of its own is shown. */
const closeScale = 4000;

/** A pin whose tip is at the place. Its green is visible on both basemaps. */
const symbol = () =>
  new SimpleMarkerSymbol({
    path: 'M12 2C7.6 2 4 5.6 4 10c0 6 8 12 8 12s8-6 8-12c0-4.4-3.6-8-8-8zm0 11a3 3 0 1 1 0-6 3 3 0 0 1 0 6z',
    size: 32,
    yoffset: 16,
    color: '#3f7d1f',
    outline: { color: '#ffffff', width: 1.5 },
  });

export async function showPlace(internals: MapInternals, { lat, lng, extent }: PlaceToShow): Promise<void> {
  const { view } = internals;
  hidePlace(internals);
  const point = new Point({ latitude: lat, longitude: lng });
  const mark = new Graphic({ geometry: point, symbol: symbol() });
  marks.set(view, mark);
  view.graphics.add(mark);
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = extent ?? [];
  if (extent)
    await internals.goToAll(new Extent({ xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326 } }));
  // Another move before the map is stationary is not an error.
  else await view.goTo({ target: point, scale: Math.min(view.scale, closeScale) }).catch(() => {});
}

/** Of a feature that was deleted, or that the filter of its layer excludes. */
const noFeature = () =>
  new MappingError('feature:not-found', 'The feature no longer exists, or the map does not show it.', {
    status: 404,
  });

/** @param from the previously focused element, if the popup takes the focus */
export async function showFeature(
  internals: MapInternals,
  { layerId, sublayerId }: Listed,
  objectId: number,
  from: Element | null = null,
): Promise<void> {
  const { view } = internals;
  hidePlace(internals);
  const owner = findLayer(view, layerId)?.layer;
  const part =
    sublayerId === undefined ? owner : (owner as MapImageLayer | undefined)?.findSublayerById(sublayerId);
  if (!owner || !part) throw new MappingError('layer:failed', 'The layer is no longer in the map.');
  const turn = turns.get(view);
  const isDrawing = hasGraphics(owner);
  const drawing = isDrawing ? noteById(view, owner, objectId) : undefined;
  const feature = isDrawing ? drawing?.graphic : await queriedFeature(view, part as FeatureLayer, objectId);
  if (turns.get(view) !== turn) return;
  if (!feature) throw noFeature();
  const geometry = drawing?.shape ?? feature.geometry;
  if (!geometry) return;
  const isPoint = geometry.type === 'point';
  if (geometry.extent) await internals.goToAll(geometry.extent.clone().expand(2));
  else await view.goTo({ target: geometry, scale: Math.min(view.scale, closeScale) }).catch(() => {});
  // Drawings need none.
  if (isDrawing && !feature.getEffectivePopupTemplate()) return;
  const popup = await internals.popup();
  if (turns.get(view) !== turn || view.destroyed) return;
  popup.features = [internals.fitPopup(feature)];
  popup.location = (isPoint ? geometry : geometry.extent?.center) as Point;
  popup.open = true;
  if (!(from instanceof HTMLElement)) return;
  const giveBack = () => {
    if (popup.open) return;
    popup.removeEventListener('arcgisPropertyChange', giveBack);
    if (from.isConnected) from.focus();
  };
  popup.addEventListener('arcgisPropertyChange', giveBack);
  await focusPopup(popup);
}

async function queriedFeature(view: MapView, layer: FeatureLayer, objectId: number) {
  const { features } = await layer.queryFeatures({
    objectIds: [objectId],
    ...ofMoment(layer),
    outFields: ['*'],
    returnGeometry: true,
    outSpatialReference: view.spatialReference,
  });
  return features.at(0);
}

/**
 * Focuses the popup as soon as it is visible, within about two seconds, unless the focus has been moved
 * meanwhile. The popup's own `setFocus()` waits for its content and would take the focus back later.
 */
async function focusPopup(popup: PopupElement): Promise<void> {
  const before = document.activeElement;
  for (let frames = 0; popup.open && frames < 120; frames++) {
    const dialog = popup.shadowRoot?.querySelector<HTMLElement>('[role=dialog]');
    if (dialog) dialog.tabIndex = -1;
    dialog?.focus();
    if (document.activeElement !== before) return;
    await new Promise(requestAnimationFrame);
  }
}

/** Removes the marker, and gives up a feature that is being looked for. */
export function hidePlace({ view }: MapInternals): void {
  turns.set(view, (turns.get(view) ?? 0) + 1);
  const mark = marks.get(view);
  if (mark && !view.destroyed) view.graphics.remove(mark);
  marks.delete(view);
}

/** Opens the popup of a feature; a failure is reported like that of a clicked place. @returns whether it is open */
export async function selectFeature(internals: MapInternals, feature: LinkedFeature): Promise<boolean> {
  try {
    return await openFeature(internals, feature);
  } catch (cause) {
    if (!internals.view.destroyed) internals.popupFailed(sdkError(cause, 'layer:failed'));
    return false;
  }
}

async function openFeature(
  { view, popup, fitPopup, goToAll }: MapInternals,
  { layer: layerId, id }: LinkedFeature,
): Promise<boolean> {
  await view.when();
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer) throw noFeature();
  if (!hasFeatures(layer)) return false;
  await layer.load();
  const query = layer.createQuery();
  Object.assign(query, {
    objectIds: [id],
    outFields: ['*'],
    returnGeometry: true,
    outSpatialReference: view.spatialReference,
  });
  const { features } = await layer.queryFeatures(query);
  const [feature] = features;
  if (!feature) throw noFeature();
  const { geometry } = feature;
  if (!geometry) return false;
  const middle = geometry.type === 'point' ? (geometry as Point) : geometry.extent?.center;
  if (middle && !view.extent?.contains(middle)) {
    if (geometry.extent) await goToAll(geometry.extent);
    else await view.goTo(geometry).catch(() => {});
  }
  const element = await popup();
  if (view.destroyed) return false;
  element.features = [fitPopup(feature)];
  element.location = middle;
  element.open = true;
  return true;
}
