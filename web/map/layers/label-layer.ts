import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { namingField, titleRuleOf } from '../in-view/feature-title.ts';
import type { MapModel } from '../map-model.ts';
import { hasLabels } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';

/** Toggles a layer's labels. A layer without labels by its author is labelled with the titles of its features. */
export function setLayerLabels(model: MapModel, layerId: string, on: boolean): void {
  model.withInternals(({ view }) => {
    const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!layer) return;
    if (on && !hasLabels(layer)) {
      const field = namingField(titleRuleOf(layer)) ?? anyField(layer);
      if (!field) return;
      layer.labelingInfo = [nameLabels(field, layer.geometryType)] as unknown as FeatureLayer['labelingInfo'];
    }
    layer.labelsVisible = on;
  });
}

/** What labels features without titles: the display field, else the first text, else the first field. */
function anyField({ displayField, fields, fieldsIndex }: FeatureLayer): string | undefined {
  const shown = displayField ? fieldsIndex?.get(displayField) : undefined;
  return (shown ?? fields?.find(({ type }) => type === 'string') ?? fields?.[0])?.name;
}

/** A label class, created by the SDK from plain properties. Dark text with a light halo is readable on any basemap. */
function nameLabels(field: string, geometryType: FeatureLayer['geometryType']) {
  return {
    labelExpressionInfo: { expression: `$feature[${JSON.stringify(field)}]` },
    labelPlacement:
      geometryType === 'polygon'
        ? 'always-horizontal'
        : geometryType === 'polyline'
          ? 'center-along'
          : 'above-center',
    symbol: {
      type: 'text',
      color: [29, 33, 28],
      haloColor: [255, 255, 255, 0.9],
      haloSize: 1.5,
      font: { family: 'Noto Sans', size: 9 },
    },
  };
}
