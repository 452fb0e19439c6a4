import type { Geometry, Position } from './types.ts';

/** The same geometry with every position passed through `change`. */
export function mapPositions(geometry: Geometry, change: (position: Position) => Position): Geometry {
  const line = (positions: Position[]) => positions.map(change);
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: change(geometry.coordinates) };
    case 'LineString':
      return { type: 'LineString', coordinates: line(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map(line) };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map((polygon) => polygon.map(line)) };
  }
}

/** West, south, east, north of a geometry. */
export function boundsOf(geometry: Geometry): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  mapPositions(geometry, (position) => {
    bounds[0] = Math.min(bounds[0], position[0]);
    bounds[1] = Math.min(bounds[1], position[1]);
    bounds[2] = Math.max(bounds[2], position[0]);
    bounds[3] = Math.max(bounds[3], position[1]);
    return position;
  });
  return bounds;
}
