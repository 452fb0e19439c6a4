import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import { type Geometry, type GeometryKind, strideOf } from './geometry.ts';
import { polygonOfParts, signedArea } from './rings.ts';

interface Position {
  x: number;
  y: number;
}

/** A JTS geometry, as far as it is read here. */
export interface JtsShape {
  getGeometryType(): string;
  getNumGeometries(): number;
  getGeometryN(index: number): JtsShape;
  getCoordinates(): Position[];
  getExteriorRing(): JtsShape;
  getNumInteriorRing(): number;
  getInteriorRingN(index: number): JtsShape;
  isEmpty(): boolean;
}

interface Factory {
  createPoint(coordinate: object): JtsShape;
  createMultiPointFromCoords(coordinates: object[]): JtsShape;
  createLineString(coordinates: object[]): JtsShape;
  createLinearRing(coordinates: object[]): JtsShape;
  createPolygon(shell: JtsShape, holes: JtsShape[]): JtsShape;
  createMultiLineString(lines: JtsShape[]): JtsShape;
  createMultiPolygon(polygons: JtsShape[]): JtsShape;
}

const factory = new GeometryFactory() as unknown as Factory;

/** A geometry for JTS: x and y only; lines and polygons always as their Multi form. */
export function jtsShape(geometry: Geometry): JtsShape {
  const stride = strideOf(geometry);
  const all = coordinatesOf(geometry);
  if (geometry.kind === 'point') return factory.createPoint(all[0] as object);
  if (geometry.kind === 'multipoint') return factory.createMultiPointFromCoords(all);
  const parts: { coordinates: object[]; hole: boolean }[] = [];
  let first = 0;
  for (const count of geometry.parts) {
    const hole = signedArea(geometry.coordinates, stride, first * stride, (first + count) * stride) > 0;
    parts.push({ coordinates: all.slice(first, first + count), hole });
    first += count;
  }
  if (geometry.kind === 'polyline') {
    return factory.createMultiLineString(
      parts.map(({ coordinates }) => factory.createLineString(coordinates)),
    );
  }
  const polygons: { shell: JtsShape; holes: JtsShape[] }[] = [];
  for (const { coordinates, hole } of parts) {
    const ring = factory.createLinearRing(coordinates);
    const last = polygons.at(-1);
    if (hole && last) last.holes.push(ring);
    else polygons.push({ shell: ring, holes: [] });
  }
  return factory.createMultiPolygon(polygons.map(({ shell, holes }) => factory.createPolygon(shell, holes)));
}

function coordinatesOf(geometry: Geometry): object[] {
  const stride = strideOf(geometry);
  return Array.from({ length: geometry.coordinates.length / stride }, (_none, index) => {
    const at = index * stride;
    return new Coordinate(geometry.coordinates[at], geometry.coordinates[at + 1]) as object;
  });
}

const kinds: Readonly<Record<string, GeometryKind>> = {
  Point: 'multipoint',
  LineString: 'polyline',
  LinearRing: 'polyline',
  Polygon: 'polygon',
};

/** What of a JTS geometry is of a kind; null when nothing is. Points are a multipoint. */
export function geometryOfJts(shape: JtsShape, kind: 'multipoint' | 'polyline' | 'polygon'): Geometry | null {
  const found = singles(shape).filter((single) => kinds[single.getGeometryType()] === kind);
  if (found.length === 0) return null;
  if (kind === 'polygon')
    return polygonOfParts(
      found.map((polygon) => [
        flat(polygon.getExteriorRing()),
        ...Array.from({ length: polygon.getNumInteriorRing() }, (_none, at) =>
          flat(polygon.getInteriorRingN(at)),
        ),
      ]),
      false,
      false,
    );
  const parts = found.map(flat);
  return {
    kind,
    hasZ: false,
    hasM: false,
    coordinates: Float64Array.from(parts.flat()),
    parts: kind === 'polyline' ? parts.map((part) => part.length / 2) : [],
  };
}

/** The members of collections. */
function singles(shape: JtsShape): JtsShape[] {
  if (shape.isEmpty()) return [];
  if (!/^(Multi|GeometryCollection)/.test(shape.getGeometryType())) return [shape];
  return Array.from({ length: shape.getNumGeometries() }, (_none, at) => shape.getGeometryN(at)).flatMap(
    singles,
  );
}

function flat(shape: JtsShape): number[] {
  return shape.getCoordinates().flatMap(({ x, y }) => [x, y]);
}
