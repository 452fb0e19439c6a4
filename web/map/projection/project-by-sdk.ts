import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import * as projectOperator from '@arcgis/core/geometry/operators/projectOperator.js';
import type { PlanePoint } from './project-point.ts';

/** Projects with the SDK's engine, which supports every well-known id. */
export async function projectBySdk({ x, y, wkid }: PlanePoint, to: number): Promise<PlanePoint> {
  await projectOperator.load();
  const point = new Point({ x, y, spatialReference: { wkid } });
  const projected = projectOperator.execute(point, new SpatialReference({ wkid: to })) as
    Point | null | undefined;
  if (!projected || !Number.isFinite(projected.x) || !Number.isFinite(projected.y))
    throw new Error(`There is no way from ${wkid} to ${to} for ${x}, ${y}.`);
  return { x: projected.x, y: projected.y, wkid: to };
}
