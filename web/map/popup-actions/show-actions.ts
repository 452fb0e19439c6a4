import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import ActionButton from '@arcgis/core/support/actions/ActionButton.js';
import type { MapInternals } from '../map-model.ts';
import { allowedEdits, layerFacts } from '../sdk/layer-facts.ts';
import type { PopupElement } from '../sdk/tools/popup-element.ts';
import type { PopupAction, PopupFeature } from './popup-actions.ts';

export function showActions(popup: PopupElement, actions: readonly PopupAction[]): () => void {
  const buttons = actions.map(
    ({ id, title, icon }) => new ActionButton({ id, title, icon: icon as never, visible: false }),
  );
  popup.actions.addMany(buttons);
  const fit = () => {
    const feature = popupFeature(popup.selectedFeature);
    for (const [at, button] of buttons.entries())
      button.visible = feature !== undefined && actions[at]?.fits(feature) === true;
  };
  const run = (event: Event) => {
    const { action } = (event as CustomEvent<{ action: { id: string } }>).detail;
    const feature = popupFeature(popup.selectedFeature);
    if (feature) actions.find(({ id }) => id === action.id)?.run(feature);
  };
  const change = (event: Event) => {
    if ((event as CustomEvent<{ name: string }>).detail.name === 'selectedFeature') fit();
  };
  fit();
  popup.addEventListener('arcgisPropertyChange', change);
  popup.addEventListener('arcgisTriggerAction', run);
  return () => {
    popup.removeEventListener('arcgisPropertyChange', change);
    popup.removeEventListener('arcgisTriggerAction', run);
    popup.actions.removeMany(buttons);
  };
}

/** The feature of a popup; undefined for drawings and features without an id. */
export function popupFeature(graphic: Graphic | null): PopupFeature | undefined {
  const layer = graphic?.layer as FeatureLayer | null | undefined;
  const objectId = graphic?.getObjectId();
  if (!layer || typeof objectId !== 'number') return undefined;
  const edits = allowedEdits(layer);
  const { history } = layerFacts(layer);
  return {
    layerId: String(layer.id),
    objectId,
    editable: edits.update || edits.delete,
    ...(history?.changes &&
      layer.url && { history: { url: `${layer.url}/${layer.layerId}`, since: history.since } }),
  };
}

export async function reloadFeatures({ view, popup }: MapInternals, layerId: string): Promise<void> {
  (view.map?.findLayerById(layerId) as FeatureLayer | undefined)?.refresh();
  (await popup()).open = false;
}
