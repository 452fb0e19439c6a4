import { signedArea } from './measure.ts';
import { polygonsOf, type Geometry, type Ring } from './types.ts';

/** RFC 7946: outer rings counter-clockwise, holes clockwise. Rings without an area are dropped. */
export function orientPolygon(polygon: Ring[]): Ring[] {
  return polygon
    .map((ring) => ({ ring, area: signedArea(ring) }))
    .filter(({ area }) => area !== 0)
    .map(({ ring, area }, index) => (area > 0 === (index === 0) ? ring : ring.toReversed()));
}

/** The geometry with its polygons oriented by RFC 7946; points and lines unchanged. */
export function orient(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon')
    return { type: 'Polygon', coordinates: orientPolygon(geometry.coordinates) };
  if (geometry.type !== 'MultiPolygon') return geometry;
  return { type: 'MultiPolygon', coordinates: polygonsOf(geometry).map(orientPolygon) };
}
