import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { PopupElement } from './tools/popup-element.ts';

/** What a layer says it has changed. */
interface Edits {
  updatedFeatures?: readonly { objectId?: number | null }[];
  deletedFeatures?: readonly { objectId?: number | null }[];
}

/** Shows in the popup what an edit has made of its feature, and closes it when the feature is gone. */
export function refreshAfterEdits(
  popup: PopupElement,
  view: MapView,
  fit: (feature: Graphic) => Graphic,
): void {
  let watched: FeatureLayer | undefined;
  let handle: { remove(): void } | undefined;
  const follow = () => {
    const layer = popup.selectedFeature?.layer as FeatureLayer | null | undefined;
    if (layer === watched) return;
    handle?.remove();
    watched = layer ?? undefined;
    handle =
      layer && typeof layer.applyEdits === 'function'
        ? layer.on('edits', (edits) => changed(edits))
        : undefined;
  };
  const changed = ({ updatedFeatures = [], deletedFeatures = [] }: Edits) => {
    const shown = popup.selectedFeature;
    const id = shown?.getObjectId();
    if (!shown || !watched || typeof id !== 'number') return;
    if (deletedFeatures.some(({ objectId }) => objectId === id)) popup.open = false;
    else if (updatedFeatures.some(({ objectId }) => objectId === id))
      void replace(popup, view, watched, shown, id, fit);
  };
  popup.addEventListener('arcgisPropertyChange', follow);
  follow();
}

async function replace(
  popup: PopupElement,
  view: MapView,
  layer: FeatureLayer,
  shown: Graphic,
  id: number,
  fit: (feature: Graphic) => Graphic,
): Promise<void> {
  // Without an answer the popup shows what it did.
  const answer = await layer
    .queryFeatures({
      objectIds: [id],
      outFields: ['*'],
      returnGeometry: true,
      outSpatialReference: view.spatialReference,
    })
    .catch(() => undefined);
  const [fresh] = answer?.features ?? [];
  if (!fresh || popup.selectedFeature !== shown) return;
  // Not the template shown: a row that had no value may have one now.
  const fitted = fit(fresh);
  popup.features = popup.features.map((feature) => (feature === shown ? fitted : feature));
}
