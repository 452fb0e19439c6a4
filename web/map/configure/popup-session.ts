import type Graphic from '@arcgis/core/Graphic.js';
import PopupTemplate from '@arcgis/core/PopupTemplate.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { namingField, titleRuleOf } from '../in-view/feature-title.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { loadedLayer, openSetting } from './configure-session.ts';
import type { PopupSession, PopupValue } from './configure.ts';
import { popupExample } from './popup-example.ts';
import { type PopupJson, usualPopup } from './popup-json.ts';

/**
 * Adds a default popup to a layer with features that has none.
 * @param options.without names of fields that are not for readers
 */
export function addPopupTemplate(
  layer: FeatureLayer,
  { without = [] }: { without?: readonly string[] } = {},
): void {
  if (!layer.popupTemplate && layer.fields?.length > 0)
    layer.popupTemplate = templateOf(newPopup(layer, without));
}

function popupOf(layer: FeatureLayer): PopupJson {
  return layer.popupTemplate ? (layer.popupTemplate.toJSON() as PopupJson) : newPopup(layer);
}

function newPopup(layer: FeatureLayer, without: readonly string[] = []): PopupJson {
  const titleField = namingField(titleRuleOf(layer)) ?? layer.displayField ?? undefined;
  const fields = fieldsOf(layer).filter(({ name }) => !without.includes(name));
  return usualPopup(fields, titleField, layer.title ?? '');
}

function templateOf(popup: PopupJson): PopupTemplate {
  return PopupTemplate.fromJSON(structuredClone(popup)) as PopupTemplate;
}

export async function openPopupDesign(internals: MapInternals, layerId: string): Promise<PopupSession> {
  const layer = await loadedLayer(internals.view, layerId);
  const session = openSetting<PopupValue>(layer, ['popupTemplate', 'popupEnabled'], {
    read: () => ({ on: layer.popupEnabled && Boolean(layer.popupTemplate), popup: popupOf(layer) }),
    write({ on, popup }) {
      if (layer.popupEnabled !== on) layer.popupEnabled = on;
      if (JSON.stringify(popup) !== JSON.stringify(layer.popupTemplate?.toJSON()))
        layer.popupTemplate = templateOf(popup);
    },
  });
  return {
    ...session,
    hasAttachments: layer.capabilities?.data?.supportsAttachment ?? false,
    relationships: (layer.relationships ?? []).map(({ id, name }) => ({ id, title: name ?? String(id) })),
    ofGroups: false,
    example: popupExample(internals, layer, {
      find: () => exampleOf(layer, internals.view.extent),
      template: () => layer.popupTemplate,
      use: 'popup',
    }),
  };
}

/** A feature with its attributes: one in view, else any. */
async function exampleOf(
  layer: FeatureLayer,
  extent: Extent | null | undefined,
): Promise<Graphic | undefined> {
  const ask = async (geometry?: Extent) => {
    const query = layer.createQuery();
    query.outFields = ['*'];
    query.returnGeometry = true;
    query.num = 1;
    if (geometry) query.geometry = geometry;
    return (await layer.queryFeatures(query)).features[0];
  };
  return (extent && (await ask(extent).catch(() => undefined))) ?? (await ask().catch(() => undefined));
}
