import type Multipoint from '@arcgis/core/geometry/Multipoint.js';
import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import type SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type Polyline from '@arcgis/core/geometry/Polyline.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { readFeatures } from '../layers/read-features.ts';

/** Maximum number of features to compare with. */
const max = 5000;

interface Compared {
  /** Default: all features that the layer's filter shows. */
  objectIds: readonly number[] | undefined;
  /** Width of the buffer in metres. */
  metres: number;
  /** Of the shape; default: that of the layer. */
  spatialReference?: SpatialReference;
  signal: AbortSignal;
}

export type OneShape = Point | Multipoint | Polyline | Polygon;

/**
 * The geometries of features.
 * @throws MappingError `layer:too-large` above 5,000
 */
export async function comparedShapes(
  layer: FeatureLayer,
  { objectIds, spatialReference, signal }: Omit<Compared, 'metres'>,
): Promise<OneShape[]> {
  const features = await readFeatures(layer, {
    objectIds,
    query: {
      outFields: [layer.objectIdField],
      ...(spatialReference && { outSpatialReference: spatialReference }),
    },
    signal,
    limit: max,
  });
  return features.flatMap(({ geometry }) => (geometry ? [geometry as OneShape] : []));
}

/**
 * The union of the geometries of features, optionally with a buffer.
 * @throws MappingError `select:nothing-to-compare` without features, `layer:too-large` above 5,000
 */
export async function comparedShape(
  layer: FeatureLayer,
  { metres, ...compared }: Compared,
): Promise<OneShape> {
  return await oneShape(await comparedShapes(layer, compared), metres);
}

/**
 * The union of geometries, with a buffer.
 * @throws MappingError `select:nothing-to-compare` without any
 */
export async function oneShape(shapes: readonly OneShape[], metres: number): Promise<OneShape> {
  const whole = shapes.length > 0 ? union.executeMany(shapes as Polygon[]) : undefined;
  if (!whole)
    throw new MappingError('select:nothing-to-compare', 'The layer has no features to compare with.', {
      status: 400,
    });
  if (metres <= 0) return whole as Polygon;
  await geodesicBuffer.load();
  const around = geodesicBuffer.execute(whole as Polygon, metres, { unit: 'meters' });
  return around ?? (whole as Polygon);
}
