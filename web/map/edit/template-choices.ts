import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import * as symbolUtils from '@arcgis/core/symbols/support/symbolUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { addressOf } from '../export/legend-groups.ts';
import { allowedEdits, layerFacts } from '../sdk/layer-facts.ts';
import type { EditShape, EditTemplate } from './edit-feature.ts';

/** A template with the layer and the attributes of its features. */
export interface TemplateChoice extends EditTemplate {
  layer: FeatureLayer;
  attributes: Record<string, unknown>;
}

const shapes: readonly (string | null | undefined)[] = ['point', 'multipoint', 'polyline', 'polygon'];

/** The layers of a map whose features can be edited, topmost first. */
export function editableLayers(view: MapView): FeatureLayer[] {
  const layers = view.map?.allLayers.toArray().toReversed() ?? [];
  return layers.filter(
    (layer) => ['feature', 'geojson', 'oriented-imagery'].includes(layer.type) && layerFacts(layer).editable,
  ) as FeatureLayer[];
}

/** The templates of a map's layers; a layer without any is a template itself. */
export function templateChoices(view: MapView): TemplateChoice[] {
  return editableLayers(view).flatMap((layer) => {
    const { templates, types, geometryType, title } = layer;
    if (!allowedEdits(layer).add || !shapes.includes(geometryType)) return [];
    const own = [...(templates ?? []), ...(types ?? []).flatMap((type) => type.templates)];
    const all = own.length > 0 ? own : [undefined];
    return all.map((template, index) => ({
      id: `${layer.id} ${index}`,
      label: template?.name ?? title ?? '',
      description: template?.description ?? '',
      layerId: String(layer.id),
      layerTitle: title ?? '',
      shape: geometryType as EditShape,
      picture: undefined,
      layer,
      attributes: {
        ...defaults(layer),
        ...(template?.prototype?.attributes as Record<string, unknown> | undefined),
      },
    }));
  });
}

function defaults({ fields }: FeatureLayer): Record<string, unknown> {
  const named = fields.filter(({ defaultValue }) => defaultValue !== null && defaultValue !== undefined);
  return Object.fromEntries(named.map(({ name, defaultValue }) => [name, defaultValue]));
}

/** The symbol of a template's features, in its size at the current scale. */
export function symbolOf(view: MapView, { layer, attributes }: Pick<TemplateChoice, 'layer' | 'attributes'>) {
  return displayedSymbol(view, new Graphic({ attributes, layer }));
}

/** The symbol with which a feature's layer draws it; undefined if there is none. */
export async function displayedSymbol({ scale, resolution }: MapView, feature: Graphic) {
  return symbolUtils.getDisplayedSymbol(feature, { scale, resolution }).catch(() => undefined);
}

/** Address of a picture of a template's symbol; undefined when it cannot be drawn. */
export async function pictureOf(view: MapView, choice: TemplateChoice): Promise<string | undefined> {
  try {
    const symbol = await symbolOf(view, choice);
    const preview = symbol && (await symbolUtils.renderPreviewHTML(symbol, { maxSize: 24 }));
    return preview ? addressOf(preview) : undefined;
  } catch {
    return undefined;
  }
}
