import type Extent from '@arcgis/core/geometry/Extent.js';
import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import * as projectOperator from '@arcgis/core/geometry/operators/projectOperator.js';
import geographiclib from 'geographiclib-geodesic';
import { type PlanePoint, projectPoint } from '../projection/project-point.ts';
import { inReference } from '../sdk/fit.ts';
import type { GridSystem } from './grid-lines.ts';

const { WGS84 } = geographiclib.Geodesic;

/** Half of the measured length, in metres of the map. */
const reach = 50;
/** Coordinate systems whose axes differ by more have no single scale, such as degrees far from the equator. */
const tolerance = 0.02;

/**
 * Metres on the ground of one unit of a map along its axes at a point, measured on the ellipsoid. `exact` is
 * false where the axes differ so much that a map has no single scale; both are then their mean.
 */
export async function groundStretch(
  point: PlanePoint,
  metresPerUnit: number,
): Promise<{ stretch: { x: number; y: number }; exact: boolean }> {
  const units = reach / metresPerUnit;
  const along = async (dx: number, dy: number) => {
    const [from, to] = await Promise.all([
      projectPoint({ ...point, x: point.x - dx, y: point.y - dy }, 4326),
      projectPoint({ ...point, x: point.x + dx, y: point.y + dy }, 4326),
    ]);
    return (WGS84.Inverse(from.y, from.x, to.y, to.x).s12 ?? Number.NaN) / (2 * units);
  };
  const [x, y] = await Promise.all([along(units, 0), along(0, units)]);
  const exact = Math.abs(x / y - 1) <= tolerance;
  const mean = Math.sqrt(x * y);
  return { stretch: exact ? { x, y } : { x: mean, y: mean }, exact };
}

/** An extent in a coordinate system; undefined if there is no way from its own to that one. */
export async function extentIn(extent: Extent, system: SpatialReference): Promise<Extent | undefined> {
  const plain = inReference(extent, { spatialReference: system });
  if (plain) return plain;
  await projectOperator.load();
  const projected = projectOperator.execute(extent, system)?.extent;
  if (!projected) return undefined;
  const { xmin, ymin, xmax, ymax } = projected;
  return [xmin, ymin, xmax, ymax].every(Number.isFinite) ? projected : undefined;
}

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
