import { orient2d } from 'robust-predicates';
import { envelopeHolds, envelopeOf, envelopesMeet, type Geometry, type GeometryKind } from '../geometry.ts';
import { Edges, between } from './edges.ts';
import { intersects, patternTest, type TopologyRelation, topologyTest } from './topology.ts';

/** Spatial relations as the ArcGIS wire names them, read as “the query geometry <relation> the feature”. */
export const spatialRelations = {
  esriSpatialRelIntersects: 'intersects',
  esriSpatialRelContains: 'contains',
  esriSpatialRelWithin: 'within',
  esriSpatialRelCrosses: 'crosses',
  esriSpatialRelTouches: 'touches',
  esriSpatialRelOverlaps: 'overlaps',
  esriSpatialRelEnvelopeIntersects: 'envelopeIntersects',
  esriSpatialRelIndexIntersects: 'envelopeIntersects',
  esriSpatialRelRelation: 'pattern',
} as const;

export type SpatialRelation = (typeof spatialRelations)[keyof typeof spatialRelations];

/**
 * A test of one relation between the query geometry and features; build it once and use it for every feature.
 * `contains`: the feature is within the query geometry; `within`: the query geometry is within the feature; `pattern`: a
 * DE-9IM pattern that requires a common point.
 */
export function relationTest(
  filter: Geometry,
  relation: SpatialRelation,
  pattern = '',
): (feature: Geometry) => boolean {
  if (relation === 'envelopeIntersects') {
    const envelope = envelopeOf(filter);
    return (feature) => envelopesMeet(envelope, envelopeOf(feature));
  }
  const edges = new Edges(filter);
  if (relation === 'pattern') {
    let matches: ((feature: Geometry) => boolean) | undefined;
    return (feature) =>
      intersects(edges, new Edges(feature)) && (matches ??= patternTest(filter, pattern))(feature);
  }
  if (relation === 'intersects') return (feature) => intersects(edges, new Edges(feature));
  let topology: ((feature: Geometry) => boolean) | undefined;
  const exact = (feature: Geometry) => (topology ??= topologyTest(filter, relation))(feature);
  return (feature) => {
    const own = new Edges(feature);
    if (relation === 'contains' && !envelopeHolds(edges.envelope, own.envelope)) return false;
    if (relation === 'within' && !envelopeHolds(own.envelope, edges.envelope)) return false;
    // Every relation requires a common point, which is cheap to test.
    if (!intersects(edges, own)) return false;
    if (isTopological(relation, filter.kind, feature.kind)) return exact(feature);
    return polygonRelation(edges, own, relation) ?? exact(feature);
  };
}

/** Whether each test reads all of both geometries, however little of them is near the other. */
export function isTopological(
  relation: SpatialRelation,
  filter: GeometryKind,
  feature: GeometryKind,
): boolean {
  if (relation === 'pattern') return true;
  return (
    relation !== 'intersects' &&
    relation !== 'envelopeIntersects' &&
    filter !== 'polygon' &&
    feature !== 'polygon'
  );
}

/**
 * Whether `filter <relation> feature` holds for two geometries that have a point in common, of which at least
 * one is a polygon. The cost depends on the vertices near each other. Undefined: only the full topology can
 * decide.
 */
function polygonRelation(filter: Edges, feature: Edges, relation: TopologyRelation): boolean | undefined {
  if (filter.geometry.kind !== 'polygon') return intoPolygon(filter, feature, relation, 'within');
  if (feature.geometry.kind !== 'polygon') return intoPolygon(feature, filter, relation, 'contains');
  return betweenPolygons(filter, feature, relation);
}

/** `inner` is a line or points, `holds` the relation of being inside the polygon. */
function intoPolygon(
  inner: Edges,
  polygon: Edges,
  relation: TopologyRelation,
  holds: 'within' | 'contains',
): boolean | undefined {
  if (relation !== holds && relation !== 'touches' && relation !== 'crosses') return false;
  const pieces = piecesBy(inner, polygon, decided(relation));
  if (!pieces) return undefined;
  if (relation === 'touches') return !pieces.inside;
  return pieces.inside && (relation === 'crosses') === pieces.outside;
}

function decided(relation: TopologyRelation): (pieces: Pieces) => boolean {
  if (relation === 'touches') return ({ inside }) => inside;
  if (relation === 'crosses') return ({ inside, outside }) => inside && outside;
  return ({ outside }) => outside;
}

/**
 * What two polygons have in common, and what each has of its own; everything follows from the locations of
 * their edges.
 */
function betweenPolygons(filter: Edges, feature: Edges, relation: TopologyRelation): boolean | undefined {
  // An area does not cross another.
  if (relation === 'crosses') return false;
  const ofFeature = piecesBy(feature, filter, ({ inside, outside }) => inside && outside);
  if (!ofFeature) return undefined;
  const { same, opposite } = ofFeature;
  // Edges on both sides of a boundary: each polygon has an area of its own, and one in common.
  if (ofFeature.inside && ofFeature.outside) return relation === 'overlaps';
  const ofFilter = piecesBy(filter, feature, ({ inside, outside }) => inside && outside);
  if (!ofFilter) return undefined;
  const shared = ofFeature.inside || ofFilter.inside || same;
  const featureAlone = ofFeature.outside || ofFilter.inside || opposite;
  const filterAlone = ofFilter.outside || ofFeature.inside || opposite;
  if (relation === 'touches') return !shared;
  if (relation === 'overlaps') return shared && featureAlone && filterAlone;
  return shared && !(relation === 'contains' ? featureAlone : filterAlone);
}

/**
 * Locations of the pieces into which a polygon's boundary cuts edges: inside, outside, or along the boundary
 * with the interior of both on the same side or on opposite sides of it.
 */
interface Pieces {
  inside: boolean;
  outside: boolean;
  same: boolean;
  opposite: boolean;
}

/** A section of an edge on the polygon's boundary. */
interface Overlap {
  from: number;
  to: number;
  forward: boolean;
}

/**
 * Locations of the pieces of `edges` near the polygon; those farther than its envelope are outside. Undefined
 * where two vertices are so close that there is no number between them. Stops when `enough` returns true.
 */
function piecesBy(edges: Edges, polygon: Edges, enough: (pieces: Pieces) => boolean): Pieces | undefined {
  const { xmin, ymin, xmax, ymax } = polygon.envelope;
  const { envelope } = edges;
  const pieces: Pieces = { inside: false, outside: false, same: false, opposite: false };
  pieces.outside =
    envelope.xmin < xmin || envelope.ymin < ymin || envelope.xmax > xmax || envelope.ymax > ymax;
  let unclear = false;
  edges.some(xmin, ymin, xmax, ymax, (x1, y1, x2, y2) => {
    unclear = !recordPieces(pieces, polygon, x1, y1, x2, y2);
    return unclear || enough(pieces);
  });
  return unclear ? undefined : pieces;
}

/** Records the locations of the pieces of one edge; false when they cannot be determined. */
function recordPieces(
  pieces: Pieces,
  polygon: Edges,
  ...[ax, ay, bx, by]: [number, number, number, number]
): boolean {
  if (ax === bx && ay === by) {
    const place = polygon.locate(ax, ay);
    if (place !== 0) pieces[place > 0 ? 'inside' : 'outside'] = true;
    return true;
  }
  // Points on one line are in order by the coordinate that changes more.
  const byX = Math.abs(bx - ax) >= Math.abs(by - ay);
  const [start, end] = byX ? [ax, bx] : [ay, by];
  const cuts: [number, number][] = [];
  const overlaps: Overlap[] = [];
  const [left, right] = ax < bx ? [ax, bx] : [bx, ax];
  const [low, high] = ay < by ? [ay, by] : [by, ay];
  const crossed = polygon.some(left, low, right, high, (cx, cy, dx, dy) => {
    const c = orient2d(ax, ay, bx, by, cx, cy);
    const d = orient2d(ax, ay, bx, by, dx, dy);
    if ((c < 0 && d > 0) || (c > 0 && d < 0)) {
      const a = orient2d(cx, cy, dx, dy, ax, ay);
      const b = orient2d(cx, cy, dx, dy, bx, by);
      if ((a < 0 && b > 0) || (a > 0 && b < 0)) return true;
    }
    // Not through each other: whatever points they share are vertices, which are known exactly.
    if (c === 0 && between(cx, ax, bx) && between(cy, ay, by)) cuts.push([cx, cy]);
    if (d === 0 && between(dx, ax, bx) && between(dy, ay, by)) cuts.push([dx, dy]);
    if (c === 0 && d === 0) {
      const [from, to] = byX ? [cx, dx] : [cy, dy];
      overlaps.push({ from: Math.min(from, to), to: Math.max(from, to), forward: to > from === end > start });
    }
    return false;
  });
  if (crossed) {
    pieces.inside = true;
    pieces.outside = true;
    return true;
  }
  const along = byX ? 0 : 1;
  cuts.push([ax, ay], [bx, by]);
  cuts.sort((p, q) => p[along] - q[along]);
  for (let at = 1; at < cuts.length; at += 1) {
    const [p, q] = [cuts[at - 1] as [number, number], cuts[at] as [number, number]];
    if (p[along] === q[along]) continue;
    const covering = overlaps.filter(({ from, to }) => from <= p[along] && to >= q[along] && from < to);
    for (const { forward } of covering) pieces[forward ? 'same' : 'opposite'] = true;
    if (covering.length > 0) continue;
    const place = polygon.locate((p[0] + q[0]) / 2, (p[1] + q[1]) / 2);
    if (place === 0) return false;
    pieces[place > 0 ? 'inside' : 'outside'] = true;
  }
  return true;
}
