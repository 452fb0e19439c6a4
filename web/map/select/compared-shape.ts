import type Multipoint from '@arcgis/core/geometry/Multipoint.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import type Polyline from '@arcgis/core/geometry/Polyline.js';
import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { readFeatures } from '../layers/read-features.ts';

/** Features whose shapes are compared at once. */
const most = 5000;

export interface Compared {
  /** Default: all features that the layer's filter shows. */
  objectIds: readonly number[] | undefined;
  /** Metres around them. */
  metres: number;
  signal: AbortSignal;
}

/**
 * The shapes of features as one, optionally with what is around them.
 * @throws MappingError `select:nothing-to-compare` without features, `layer:too-large` above 5,000
 */
export async function comparedShape(
  layer: FeatureLayer,
  { objectIds, metres, signal }: Compared,
): Promise<Point | Multipoint | Polyline | Polygon> {
  const features = await readFeatures(layer, {
    objectIds,
    query: { outFields: [layer.objectIdField] },
    signal,
    limit: most,
  });
  const shapes = features.flatMap(({ geometry }) => (geometry ? [geometry as Polygon] : []));
  const whole = shapes.length > 0 ? union.executeMany(shapes) : undefined;
  if (!whole)
    throw new MappingError('select:nothing-to-compare', 'The layer has no features to compare with.', {
      status: 400,
    });
  if (metres <= 0) return whole as Polygon;
  await geodesicBuffer.load();
  const around = geodesicBuffer.execute(whole as Polygon, metres, { unit: 'meters' });
  return around ?? (whole as Polygon);
}
