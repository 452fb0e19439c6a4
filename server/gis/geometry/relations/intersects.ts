import { envelopesMeet, type Geometry, strideOf } from '../geometry.ts';
import { Edges } from './edges.ts';

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
export function someInside(edges: Edges, polygon: Edges): boolean {
  const { xmin, ymin, xmax, ymax } = polygon.envelope;
  return edges.some(xmin, ymin, xmax, ymax, (x, y) => polygon.locate(x, y) > 0);
}

/** Tests the first vertex of every path or ring, or every point. */
export function someFirstVertex({ geometry }: Edges, test: (x: number, y: number) => boolean): boolean {
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
