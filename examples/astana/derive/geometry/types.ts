/** Longitude and latitude in degrees (WGS 84), or any other plane where a module says so. */
export type Position = [number, number];
export type Ring = Position[];

export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };

export type PropertyValue = string | number | boolean;
export type Properties = Record<string, PropertyValue | undefined>;

/** The polygons of a geometry; none for points and lines. */
export function polygonsOf(geometry: Geometry): Ring[][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** The lines of a geometry; none for points and polygons. */
export function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}

/** One polygon or several, as the matching geometry. */
export function polygonGeometry(polygons: Ring[][]): Geometry {
  const [first] = polygons;
  return polygons.length === 1 && first
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** One line or several, as the matching geometry. */
export function lineGeometry(lines: Position[][]): Geometry {
  const [first] = lines;
  return lines.length === 1 && first
    ? { type: 'LineString', coordinates: first }
    : { type: 'MultiLineString', coordinates: lines };
}
