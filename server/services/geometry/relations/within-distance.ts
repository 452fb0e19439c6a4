import proj4 from 'proj4';
import { type Envelope, envelopeOf, type Geometry, partsOf, strideOf } from '../geometry.ts';
import { projectGeometry, type Projector } from '../project.ts';
import { intersectsTest } from './intersects.ts';

/** Units of the `distance` parameter, in metres. */
export const distanceUnits: ReadonlyMap<string, number> = new Map([
  ['esriSRUnit_Meter', 1],
  ['esriSRUnit_Kilometer', 1000],
  ['esriSRUnit_Foot', 0.3048],
  ['esriSRUnit_USFoot', 1200 / 3937],
  ['esriSRUnit_StatuteMile', 1609.344],
  ['esriSRUnit_NauticalMile', 1852],
  ['esriSRUnit_USNauticalMile', 1852],
]);

/** A question for nearness: the envelope (WGS84) of everything near, and the test itself (WGS84 geometries). */
export interface Nearness {
  envelope: Envelope;
  test(feature: Geometry): boolean;
}

/**
 * Features within so many metres of a geometry, both in WGS84 degrees. Measured in an azimuthal equidistant projection
 * around the geometry's middle: exact from a point, and within a few per mille over a few hundred kilometres.
 */
export function withinDistance(filter: Geometry, metres: number): Nearness {
  const { xmin, ymin, xmax, ymax } = envelopeOf(filter);
  const [lon, lat] = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  const plane = proj4('EPSG:4326', `+proj=aeqd +lat_0=${lat} +lon_0=${lon} +datum=WGS84 +units=m +no_defs`);
  const projector: Projector = (coordinates, stride) => {
    const projected = Float64Array.from(coordinates);
    for (let at = 0; at < projected.length; at += stride) {
      const [x = Number.NaN, y = Number.NaN] = plane.forward([
        projected[at] as number,
        projected[at + 1] as number,
      ]);
      projected[at] = x;
      projected[at + 1] = y;
    }
    return projected;
  };
  const here = projectGeometry(filter, projector);
  const meets = here && intersectsTest(here);
  const north = metres / 110_000;
  const widest = Math.min(89, Math.max(Math.abs(ymin), Math.abs(ymax)) + north);
  const east = metres / (110_000 * Math.cos((widest * Math.PI) / 180));
  return {
    envelope: { xmin: xmin - east, ymin: ymin - north, xmax: xmax + east, ymax: ymax + north },
    test(feature) {
      const there = here && projectGeometry(feature, projector);
      if (!there || !meets) return false;
      return meets(there) || nearest(here, there) <= metres * metres;
    },
  };
}

/** Squared distance between two geometries that do not meet: from the vertices of each to the edges of the other. */
function nearest(a: Geometry, b: Geometry): number {
  return Math.min(fromVertices(a, b), fromVertices(b, a));
}

function fromVertices(points: Geometry, edges: Geometry): number {
  const stride = strideOf(points);
  let least = Infinity;
  for (let at = 0; at < points.coordinates.length; at += stride) {
    least = Math.min(
      least,
      toEdges(points.coordinates[at] as number, points.coordinates[at + 1] as number, edges),
    );
  }
  return least;
}

function toEdges(x: number, y: number, { coordinates, ...geometry }: Geometry): number {
  const stride = strideOf(geometry);
  const lines = geometry.kind === 'polyline' || geometry.kind === 'polygon';
  let least = Infinity;
  let at = 0;
  for (const count of partsOf({ coordinates, ...geometry })) {
    for (const end = at + count * stride; at < end; at += stride) {
      const next = lines && at + stride < end ? at + stride : at;
      const [ax, ay] = [coordinates[at] as number, coordinates[at + 1] as number];
      const [dx, dy] = [(coordinates[next] as number) - ax, (coordinates[next + 1] as number) - ay];
      const length = dx * dx + dy * dy;
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
      const [ex, ey] = [x - ax - share * dx, y - ay - share * dy];
      least = Math.min(least, ex * ex + ey * ey);
    }
  }
  return least;
}
