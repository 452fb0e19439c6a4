import type Graphic from '@arcgis/core/Graphic.js';
import PopupTemplate from '@arcgis/core/PopupTemplate.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { fieldsOf } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { loadedLayer, openSetting } from './configure-session.ts';
import type { PopupSession, PopupValue } from './configure.ts';
import { evaluate } from './expression.ts';
import { type PopupJson, usualPopup } from './popup-json.ts';

/** Milliseconds between the last key press and the preview. */
const previewPause = 300;

/** Adds a default popup to a layer with features that has none. */
export function addPopupTemplate(layer: FeatureLayer): void {
  if (!layer.popupTemplate && layer.fields?.length > 0) layer.popupTemplate = templateOf(popupOf(layer));
}

function popupOf(layer: FeatureLayer): PopupJson {
  if (layer.popupTemplate) return layer.popupTemplate.toJSON() as PopupJson;
  return usualPopup(fieldsOf(layer), layer.displayField ?? undefined, layer.title ?? '');
}

function templateOf(popup: PopupJson): PopupTemplate {
  return PopupTemplate.fromJSON(structuredClone(popup)) as PopupTemplate;
}

type FeatureElement = HTMLElement & { graphic: Graphic; view: unknown; map?: unknown };

export async function openPopupDesign(
  { view, fitPopup, applyTheme }: MapInternals,
  layerId: string,
): Promise<PopupSession> {
  const layer = await loadedLayer(view, layerId);
  const session = openSetting<PopupValue>(layer, ['popupTemplate', 'popupEnabled'], {
    read: () => ({ on: layer.popupEnabled && Boolean(layer.popupTemplate), popup: popupOf(layer) }),
    write({ on, popup }) {
      if (layer.popupEnabled !== on) layer.popupEnabled = on;
      if (JSON.stringify(popup) !== JSON.stringify(layer.popupTemplate?.toJSON()))
        layer.popupTemplate = templateOf(popup);
    },
  });
  let example: Promise<Graphic | undefined> | undefined;
  const feature = () => (example ??= exampleOf(layer, view.extent));
  return {
    ...session,
    hasAttachments: layer.capabilities?.data?.supportsAttachment ?? false,
    example: {
      preview(host) {
        let left = false;
        let timer: ReturnType<typeof setTimeout> | 0 = 0;
        let release = () => {};
        const show = async () => {
          const found = await feature();
          if (!found || left) return;
          const graphic = found.clone();
          graphic.layer = layer;
          // Contains the paths of the element's texts and icons.
          await import('../sdk/tools/components.ts');
          await import('@arcgis/map-components/components/arcgis-feature');
          if (left) return;
          const element = Object.assign(document.createElement('arcgis-feature'), {
            view,
            graphic: fitPopup(graphic),
          }) as HTMLElement as FeatureElement;
          release();
          release = applyTheme(element);
          host.replaceChildren(element);
        };
        const soon = () => {
          clearTimeout(timer);
          timer = setTimeout(() => void show(), previewPause);
        };
        const handle = watch(() => layer.popupTemplate, soon);
        void show();
        return () => {
          left = true;
          clearTimeout(timer);
          handle.remove();
          release();
          host.replaceChildren();
        };
      },
      async evaluate(expression) {
        const found = await feature();
        if (!found) return '';
        return evaluate(expression, found);
      },
    },
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
