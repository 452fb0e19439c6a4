import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { cloned, type LayerChoice } from '../layers/make-layers.ts';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { fieldsRead, styleUses } from './missing-session.ts';

/**
 * The layers that can have the style of a layer: of the same geometry, with the fields that it reads
 * (`styleTargets`).
 */
export async function styleTargets({ view }: MapInternals, layerId: string): Promise<LayerChoice[]> {
  const from = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!from?.renderer) return [];
  const fields = await fieldsRead(styleUses(from));
  const layers = (view.map?.allLayers.toArray() ?? []) as FeatureLayer[];
  return layers
    .filter((layer) => layer !== from && layer.listMode !== 'hide' && layer.renderer)
    .filter(({ geometryType }) => geometryType === from.geometryType)
    .filter(({ fieldsIndex }) => fields.every((name) => fieldsIndex?.has(name)))
    .map(({ id, title }) => ({ id, title: title ?? '' }))
    .toReversed();
}

/** Copies the symbols, clusters, effects and opacity of a layer to other layers (`copyStyle`). */
export function copyStyle({ view }: MapInternals, layerId: string, targets: readonly string[]): void {
  const from = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!from?.renderer) return;
  for (const id of targets) {
    const to = findLayer(view, id)?.layer as FeatureLayer | undefined;
    if (!to) continue;
    to.renderer = from.renderer.clone() as FeatureLayer['renderer'];
    to.opacity = from.opacity;
    if (to.effect !== from.effect) to.effect = from.effect;
    if (to.blendMode !== from.blendMode) to.blendMode = from.blendMode;
    if (to.featureReduction || from.featureReduction) to.featureReduction = cloned(from.featureReduction);
  }
}
