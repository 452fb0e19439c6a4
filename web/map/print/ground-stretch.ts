import geographiclib from 'geographiclib-geodesic';
import { type PlanePoint, projectPoint } from '../projection/project-point.ts';

const { WGS84 } = geographiclib.Geodesic;

/** Half of the measured length, in metres of the map. */
const reach = 50;
/** Coordinate systems whose axes differ by more have no single scale, such as degrees far from the equator. */
const tolerance = 0.02;

/**
 * Metres on the ground of one unit of a map along its axes at a point, measured on the ellipsoid. `exact` is false where the axes
 * differ so much that a map has no single scale; both are then their mean.
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
