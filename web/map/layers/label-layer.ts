import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { MapModel } from '../map-model.ts';
import { hasLabels } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';

/** Toggles a layer's labels. A layer without labels by its author is labelled with its naming field. */
export function setLayerLabels(model: MapModel, layerId: string, on: boolean): void {
  model.withInternals(({ view }) => {
    const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!layer) return;
    if (on && !hasLabels(layer)) {
      const field = namingField(layer);
      if (!field) return;
      layer.labelingInfo = [nameLabels(field, layer.geometryType)] as unknown as FeatureLayer['labelingInfo'];
    }
    layer.labelsVisible = on;
  });
}

/** The display field, else the first string field with “name” in it, else the first string field. */
function namingField({ displayField, fields, fieldsIndex }: FeatureLayer): string | undefined {
  const shown = displayField && fieldsIndex?.get(displayField);
  if (shown) return shown.name;
  const texts = (fields ?? []).filter(({ type }) => type === 'string');
  return (texts.find(({ name }) => /name/i.test(name)) ?? texts[0] ?? fields?.[0])?.name;
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
