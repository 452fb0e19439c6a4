import { type Geometry, strideOf } from '../geometry.ts';
import { Edges } from './edges.ts';

/** A test whether a geometry has a point in common with `filter`; built once, asked for many geometries. */
export function intersectsTest(filter: Geometry): (geometry: Geometry) => boolean {
  if (filter.kind === 'point' || filter.kind === 'multipoint') return pointsTest(filter);
  const edges = new Edges(filter);
  return (geometry) => {
    if (geometry.kind === 'point' || geometry.kind === 'multipoint')
      return somePoint(geometry, (x, y) => edges.locate(x, y) >= 0);
    if (edges.meetsEdgesOf(geometry)) return true;
    // No edges meet: one lies within the other, or they are apart.
    if (filter.kind === 'polygon' && someFirstVertex(geometry, (x, y) => edges.locate(x, y) > 0)) return true;
    if (geometry.kind !== 'polygon') return false;
    const own = new Edges(geometry);
    return someFirstVertex(filter, (x, y) => own.locate(x, y) > 0);
  };
}

function pointsTest(filter: Geometry): (geometry: Geometry) => boolean {
  return (geometry) => {
    if (geometry.kind === 'polyline' || geometry.kind === 'polygon') {
      const edges = new Edges(geometry);
      return somePoint(filter, (x, y) => edges.locate(x, y) >= 0);
    }
    return somePoint(filter, (x, y) => somePoint(geometry, (px, py) => px === x && py === y));
  };
}

function somePoint(geometry: Geometry, test: (x: number, y: number) => boolean): boolean {
  const stride = strideOf(geometry);
  const { coordinates } = geometry;
  for (let at = 0; at < coordinates.length; at += stride) {
    if (test(coordinates[at] as number, coordinates[at + 1] as number)) return true;
  }
  return false;
}

/** Asks for the first vertex of every path or ring. */
export function someFirstVertex(geometry: Geometry, test: (x: number, y: number) => boolean): boolean {
  const stride = strideOf(geometry);
  let at = 0;
  for (const count of geometry.parts) {
    if (test(geometry.coordinates[at] as number, geometry.coordinates[at + 1] as number)) return true;
    at += count * stride;
  }
  return false;
}
