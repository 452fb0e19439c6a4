import { simpleFeatures } from './geometry/simple-features.ts';
import type { PlannedLayer } from './plan-layers.ts';
import type { SourceGeometry, UploadFeature } from './upload-source.ts';

/** The features of a file for a planned layer, as its table stores them. */
export async function* layerFeatures(layer: PlannedLayer): AsyncGenerator<UploadFeature> {
  const multipoint = layer.shape.geometryType === 'esriGeometryMultipoint';
  for await (const feature of layer.source.features()) {
    for (const simple of simpleFeatures(feature)) {
      if (!layer.kinds.has(simple.kind)) continue;
      yield {
        place: simple.place,
        properties: layer.commas.size > 0 ? withPoints(simple.properties, layer.commas) : simple.properties,
        geometry: multipoint && simple.geometry ? asMultipoint(simple.geometry) : simple.geometry,
      };
    }
  }
}

function withPoints(
  properties: Readonly<Record<string, unknown>>,
  commas: ReadonlySet<string>,
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...properties };
  for (const key of commas) {
    const value = changed[key];
    if (typeof value === 'string') changed[key] = value.replace(',', '.');
  }
  return changed;
}

function asMultipoint(geometry: SourceGeometry): SourceGeometry {
  return geometry.type === 'Point' ? { type: 'MultiPoint', coordinates: [geometry.coordinates] } : geometry;
}
