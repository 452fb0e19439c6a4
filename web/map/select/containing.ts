import type Graphic from '@arcgis/core/Graphic.js';
import * as contains from '@arcgis/core/geometry/operators/containsOperator.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import Flatbush from 'flatbush';
import { readPages } from '../layers/read-features.ts';
import type { OneShape } from './one-shape.ts';

/**
 * Finds those of a layer's features that contain at least one of the shapes. Services compare with one shape
 * at a time, and no feature contains the union of shapes that lie in several.
 *
 * @param objectIds of the features that intersect the shapes
 * @throws MappingError `layer:too-large` above 200,000 features
 */
export async function containing(
  layer: FeatureLayer,
  shapes: readonly OneShape[],
  { objectIds, signal }: { objectIds: readonly number[]; signal: AbortSignal },
): Promise<number[]> {
  const [first] = shapes;
  if (!first) return [];
  const tree = new Flatbush(shapes.length);
  for (const shape of shapes) tree.add(...boxOf(shape));
  tree.finish();
  const holds = ({ geometry }: Graphic) =>
    Boolean(geometry) &&
    tree
      .search(...boxOf(geometry as OneShape))
      .some((index) => contains.execute(geometry as OneShape, shapes[index] as OneShape));
  const query = { outFields: [layer.objectIdField], outSpatialReference: first.spatialReference };
  const found: number[] = [];
  for await (const page of readPages(layer, { objectIds, query, signal }))
    for (const feature of page) if (holds(feature)) found.push(feature.getObjectId() as number);
  return found;
}

function boxOf(shape: OneShape): [xmin: number, ymin: number, xmax: number, ymax: number] {
  if (shape.type === 'point') return [shape.x, shape.y, shape.x, shape.y];
  const { extent } = shape;
  return extent ? [extent.xmin, extent.ymin, extent.xmax, extent.ymax] : [NaN, NaN, NaN, NaN];
}
