import type { Geometry } from '../geometry/geometry.ts';
import { middleOf, planeAround } from '../geometry/plane.ts';
import { projectGeometry } from '../geometry/project.ts';
import { densified, geodesicDistance, planarLength } from './measure.ts';
import { nearest } from './overlay.ts';

/** Longest edge in degrees before it is divided, and the vertices that this may add to a geometry. */
const longestEdge = 0.5;
const maxAdded = 1000;
/** Planes that are tried: the first may be far from where the geometries are nearest. */
const planes = 4;

/**
 * Metres along the ellipsoid between two geometries in degrees, whose edges are straight in degrees. Points that are nearest in degrees
 * are not nearest on the earth: a degree of longitude is short near the poles, and 180° is −180°. So the nearest points are looked for
 * in a plane with true distances from a position, then in those around the points that were found.
 */
export function distanceBetween(one: Geometry, other: Geometry): number {
  const [first, second] = [bendable(one), bendable(other)];
  // Of the points that are nearest in degrees: a plane may have no place for a geometry.
  const [from = [0, 0], to = [0, 0]] = nearest(one, other).points;
  let shortest = geodesicDistance(from, to);
  let position = middleOf(one);
  for (let tried = 0; tried < planes; tried += 1) {
    const plane = planeAround('aeqd', position);
    const [a, b] = [projectGeometry(first, plane.to), projectGeometry(second, plane.to)];
    if (!a || !b) break;
    const points = plane.from(Float64Array.from(nearest(a, b).points.flat()), 2);
    const [ax = 0, ay = 0, bx = 0, by = 0] = points;
    const distance = geodesicDistance([ax, ay], [bx, by]);
    if (distance < shortest) shortest = distance;
    // True from the one point, then from the other.
    position = tried % 2 === 0 ? [ax, ay] : [bx, by];
  }
  return shortest;
}

function bendable(geometry: Geometry): Geometry {
  if (geometry.kind === 'point' || geometry.kind === 'multipoint') return geometry;
  return densified(geometry, Math.max(longestEdge, planarLength(geometry) / maxAdded));
}
