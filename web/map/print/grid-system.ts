import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import * as projectOperator from '@arcgis/core/geometry/operators/projectOperator.js';
import type { GridSystem } from './grid-lines.ts';

/** The coordinate system of a grid over a map; undefined for an unknown one. Without a code it is that of the map. */
export async function gridSystem(
  ofMap: SpatialReference,
  wkid: number | undefined,
): Promise<GridSystem | undefined> {
  const ofGrid = wkid === undefined ? ofMap : new SpatialReference({ wkid });
  if (ofGrid.equals(ofMap))
    return { toGrid: (point) => point, toMap: (point) => point, degrees: ofMap.isGeographic };
  await projectOperator.load();
  const between =
    (from: SpatialReference, to: SpatialReference): GridSystem['toGrid'] =>
    ({ x, y }) => {
      const projected = projectOperator.execute(new Point({ x, y, spatialReference: from }), to) as
        Point | null | undefined;
      return projected && Number.isFinite(projected.x) && Number.isFinite(projected.y)
        ? { x: projected.x, y: projected.y }
        : undefined;
    };
  return {
    toGrid: between(ofMap, ofGrid),
    toMap: between(ofGrid, ofMap),
    degrees: ofGrid.isGeographic,
  };
}
