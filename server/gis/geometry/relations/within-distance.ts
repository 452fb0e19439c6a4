import { type Envelope, envelopeOf, type Geometry } from '../geometry.ts';
import { middleOf, planeAround } from '../plane.ts';
import { projectGeometry } from '../project.ts';
import { Edges, squaredDistance } from './edges.ts';
import { intersects } from './topology.ts';

/** Units of the `distance` parameter, in metres. */
export const distanceUnits: ReadonlyMap<string, number> = new Map([
  ['esriSRUnit_Meter', 1],
  ['esriSRUnit_Kilometer', 1000],
  ['esriSRUnit_Foot', 0.3048],
  ['esriSRUnit_USFoot', 1200 / 3937],
  ['esriSRUnit_SurveyFoot', 1200 / 3937],
  ['esriSRUnit_StatuteMile', 1609.344],
  ['esriSRUnit_NauticalMile', 1852],
  ['esriSRUnit_USNauticalMile', 1852],
]);

/** A proximity test: the envelope (WGS84) of everything near, and the test itself (WGS84 geometries). */
export interface Nearness {
  envelope: Envelope;
  test(feature: Geometry): boolean;
}

/**
 * Features within a distance in metres of a geometry, both in WGS84 degrees. Measured in an azimuthal
 * equidistant projection around the geometry's middle: exact from a point, and within a few per mille over a
 * few hundred kilometres.
 */
export function withinDistance(filter: Geometry, metres: number): Nearness {
  const { xmin, ymin, xmax, ymax } = envelopeOf(filter);
  const { to: projector } = planeAround('aeqd', middleOf(filter));
  const placed = projectGeometry(filter, projector);
  const here = placed && new Edges(placed);
  const north = metres / 110_000;
  const widest = Math.min(89, Math.max(Math.abs(ymin), Math.abs(ymax)) + north);
  const east = metres / (110_000 * Math.cos((widest * Math.PI) / 180));
  return {
    envelope: { xmin: xmin - east, ymin: ymin - north, xmax: xmax + east, ymax: ymax + north },
    test(feature) {
      const there = here && projectGeometry(feature, projector);
      return there !== null && here !== null && areWithin(here, new Edges(there), metres);
    },
  };
}

/** Whether two geometries intersect or are this close; only nearby edges are measured. */
export function areWithin(a: Edges, b: Edges, reach: number): boolean {
  if (intersects(a, b)) return true;
  const { xmin, ymin, xmax, ymax } = a.envelope;
  return b.some(xmin - reach, ymin - reach, xmax + reach, ymax + reach, (x1, y1, x2, y2) => {
    const [left, right] = x1 < x2 ? [x1, x2] : [x2, x1];
    const [low, high] = y1 < y2 ? [y1, y2] : [y2, y1];
    return a.some(
      left - reach,
      low - reach,
      right + reach,
      high + reach,
      (x3, y3, x4, y4) => betweenEdges(x1, y1, x2, y2, x3, y3, x4, y4) <= reach * reach,
    );
  });
}

type Edge = [x1: number, y1: number, x2: number, y2: number];

/** Squared distance between two edges that do not meet: from an end of one to the other. */
function betweenEdges(...[x1, y1, x2, y2, x3, y3, x4, y4]: [...Edge, ...Edge]): number {
  return Math.min(
    squaredDistance(x1, y1, x3, y3, x4, y4),
    squaredDistance(x2, y2, x3, y3, x4, y4),
    squaredDistance(x3, y3, x1, y1, x2, y2),
    squaredDistance(x4, y4, x1, y1, x2, y2),
  );
}
