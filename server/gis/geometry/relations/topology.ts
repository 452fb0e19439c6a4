import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import { dimensions, envelopesMeet, type Geometry, strideOf } from '../geometry.ts';
import { type JtsShape, jtsShape } from '../jts-shape.ts';
import { Edges } from './edges.ts';

/** The relations that need the full topology of two geometries (DE-9IM). */
export type TopologyRelation = 'contains' | 'within' | 'crosses' | 'touches' | 'overlaps';

/** The part of a DE-9IM matrix used here. */
interface IntersectionMatrix {
  isContains(): boolean;
  isWithin(): boolean;
  isCrosses(a: number, b: number): boolean;
  isTouches(a: number, b: number): boolean;
  isOverlaps(a: number, b: number): boolean;
  matches(pattern: string): boolean;
}

/** A test of `filter <relation> geometry`, as JTS defines the relation; `within` is `filter within geometry`. */
export function topologyTest(filter: Geometry, relation: TopologyRelation): (geometry: Geometry) => boolean {
  const shape = jtsShape(filter);
  const a = dimensions[filter.kind];
  return (geometry) => {
    const b = dimensions[geometry.kind];
    const matrix = relate(shape, jtsShape(geometry));
    if (!matrix) return false;
    switch (relation) {
      case 'contains':
        return matrix.isContains();
      case 'within':
        return matrix.isWithin();
      case 'crosses':
        return matrix.isCrosses(a, b);
      case 'touches':
        return matrix.isTouches(a, b);
      case 'overlaps':
        return matrix.isOverlaps(a, b);
    }
  };
}

/**
 * A test by a DE-9IM pattern such as `T*F**F***`: rows are the interior, boundary and exterior of the filter, columns those of the
 * geometry.
 */
export function patternTest(filter: Geometry, pattern: string): (geometry: Geometry) => boolean {
  const shape = jtsShape(filter);
  return (geometry) => relate(shape, jtsShape(geometry))?.matches(pattern) ?? false;
}

/** The DE-9IM matrix of two shapes; undefined where one crosses itself so badly that it has no inside. */
export function relate(a: JtsShape, b: JtsShape): IntersectionMatrix | undefined {
  try {
    return RelateOp.relate(a, b) as IntersectionMatrix;
  } catch {
    return undefined;
  }
}

/** A test whether a geometry intersects `filter`; built once, used for many geometries. */
export function intersectsTest(filter: Geometry): (geometry: Geometry) => boolean {
  const edges = new Edges(filter);
  return (geometry) => intersects(edges, new Edges(geometry));
}

/** Whether two geometries intersect. Fastest with the larger one, or the one tested often, first. */
export function intersects(filter: Edges, feature: Edges): boolean {
  if (!envelopesMeet(filter.envelope, feature.envelope)) return false;
  if (filter.meetsEdgesOf(feature)) return true;
  // No edges meet: one contains the other, or they are disjoint.
  if (filter.geometry.kind === 'polygon' && someFirstVertex(feature, (x, y) => filter.locate(x, y) > 0))
    return true;
  return feature.geometry.kind === 'polygon' && someInside(filter, feature);
}

/**
 * Whether any vertex of `edges` is inside the polygon; decides for whole rings and paths where no edges meet.
 */
function someInside(edges: Edges, polygon: Edges): boolean {
  const { xmin, ymin, xmax, ymax } = polygon.envelope;
  return edges.some(xmin, ymin, xmax, ymax, (x, y) => polygon.locate(x, y) > 0);
}

/** Tests the first vertex of every path or ring, or every point. */
function someFirstVertex({ geometry }: Edges, test: (x: number, y: number) => boolean): boolean {
  const stride = strideOf(geometry);
  const { coordinates } = geometry;
  let at = 0;
  if (geometry.parts.length === 0) {
    for (; at < coordinates.length; at += stride)
      if (test(coordinates[at] as number, coordinates[at + 1] as number)) return true;
    return false;
  }
  for (const count of geometry.parts) {
    if (test(coordinates[at] as number, coordinates[at + 1] as number)) return true;
    at += count * stride;
  }
  return false;
}
