import ConvexHull from 'jsts/org/locationtech/jts/algorithm/ConvexHull.js';
import InteriorPointArea from 'jsts/org/locationtech/jts/algorithm/InteriorPointArea.js';
import BufferOp from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js';
import DistanceOp from 'jsts/org/locationtech/jts/operation/distance/DistanceOp.js';
import SnapIfNeededOverlayOp from 'jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js';
import UnaryUnionOp from 'jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js';
import { type Geom, union as polygonUnion } from 'polyclip-ts';
import { MappingError } from '../../../wire/errors.ts';
import { dimensions, envelopeOf, type Geometry, keepDimensions } from '../geometry/geometry.ts';
import { writeGeoJson } from '../geometry/geojson.ts';
import { geometryOfJts, type JtsShape, jtsShape } from '../geometry/jts-shape.ts';
import { polygonOfParts } from '../geometry/rings.ts';
import { type CrossingBudget, crossMoreThan } from './crossing-budget.ts';

/** Functions of JTS as they are called here. */
interface Overlay {
  intersection(a: JtsShape, b: JtsShape): JtsShape;
  difference(a: JtsShape, b: JtsShape): JtsShape;
}
const overlay = SnapIfNeededOverlayOp as unknown as Overlay;
const unaryUnion = (UnaryUnionOp as unknown as { union(shape: JtsShape): JtsShape }).union;

/**
 * Runs a function of the libraries, which throw where they cannot order intersections that nearly coincide.
 * @throws MappingError `services:invalid-geometry` (400)
 */
function compute<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof MappingError) throw cause;
    throw new MappingError(
      'services:invalid-geometry',
      'The operation cannot be computed for these coordinates. Simplify the geometries, or round their coordinates.',
      { status: 400, cause },
    );
  }
}

/**
 * The geometry without self-intersections: polygons by their even-odd rule, lines noded, points once each. Null when nothing is
 * left.
 */
export function simplified(geometry: Geometry): Geometry | null {
  if (geometry.kind === 'point') return geometry;
  if (geometry.kind !== 'polygon')
    return geometryOfJts(
      compute(() => unaryUnion(jtsShape(geometry))),
      geometry.kind === 'polyline' ? 'polyline' : 'multipoint',
    );
  const { type, coordinates } = writeGeoJson(geometry);
  const parts = (type === 'Polygon' ? [coordinates] : coordinates) as [number, number][][][];
  const clean = compute(() => polygonUnion(parts as Geom));
  return polygonOfParts(
    clean.map((polygon) => polygon.map((ring) => ring.flat())),
    false,
    false,
  );
}

/** What two geometries without self-intersections have in common, of the lower dimension of both; or what is in the first only. */
export function combined(
  operation: 'intersection' | 'difference',
  a: Geometry,
  b: Geometry,
): Geometry | null {
  const dimension =
    operation === 'difference' ? dimensions[a.kind] : Math.min(dimensions[a.kind], dimensions[b.kind]);
  return ofDimension(
    compute(() => overlay[operation](jtsShape(a), jtsShape(b))),
    dimension,
  );
}

/** All of them as one; they are of one dimension. Where they cross each other is counted first. */
export function unionOf(geometries: readonly Geometry[], crossings: CrossingBudget): Geometry | null {
  const [first] = geometries;
  if (!first) return null;
  if (first.kind === 'polygon')
    return unionOfPolygons(
      geometries.flatMap((geometry) => simplified(geometry) ?? []).toSorted((a, b) => west(a) - west(b)),
      crossings,
    );
  crossings.spendBetween(geometries);
  return simplified(together(geometries, first.kind));
}

const west = (polygon: Geometry) => envelopeOf(polygon).xmin;

/** Polygons that are united at once however often they cross each other, and crossings of more that are united at once. */
const atOnce = { polygons: 8, crossings: 5000 };

/** Where many cross often, neighbours are united first: the outline of buffers is crossed less often than all of them. */
function unionOfPolygons(clean: readonly Geometry[], crossings: CrossingBudget): Geometry | null {
  if (clean.length > atOnce.polygons && crossMoreThan(atOnce.crossings, clean)) {
    const middle = Math.ceil(clean.length / 2);
    const halves = [clean.slice(0, middle), clean.slice(middle)];
    return unionOfPolygons(
      halves.flatMap((half) => unionOfPolygons(half, crossings) ?? []),
      crossings,
    );
  }
  crossings.spendBetween(clean);
  const [one, ...others] = clean.map((geometry) => {
    const { type, coordinates } = writeGeoJson(geometry);
    return (type === 'Polygon' ? [coordinates] : coordinates) as Geom;
  });
  const united = one ? compute(() => polygonUnion(one, ...others)) : [];
  return polygonOfParts(
    united.map((polygon) => polygon.map((ring) => ring.flat())),
    false,
    false,
  );
}

/** Points or lines as one geometry, so that all of them are united at once: one after the other would take minutes. */
function together(geometries: readonly Geometry[], kind: Geometry['kind']): Geometry {
  const planar = geometries.map((geometry) => keepDimensions(geometry, false, false));
  return {
    kind: kind === 'polyline' ? 'polyline' : 'multipoint',
    hasZ: false,
    hasM: false,
    coordinates: Float64Array.from(planar.flatMap(({ coordinates }) => [...coordinates])),
    parts: planar.flatMap(({ parts }) => [...parts]),
  };
}

function ofDimension(shape: JtsShape, dimension: number): Geometry | null {
  const kind = (['multipoint', 'polyline', 'polygon'] as const)[dimension];
  return kind ? geometryOfJts(shape, kind) : null;
}

/** Segments of a quarter of a circle. */
export const quadrantSegments = 24;

/** Everything within a distance in the units of the coordinates; a negative one shrinks polygons. */
export function buffered(geometry: Geometry, distance: number): Geometry | null {
  const clean = simplified(geometry);
  const buffer = (
    BufferOp as unknown as { bufferOp(shape: JtsShape, by: number, segments: number): JtsShape }
  ).bufferOp;
  return (
    clean &&
    geometryOfJts(
      compute(() => buffer(jtsShape(clean), distance, quadrantSegments)),
      'polygon',
    )
  );
}

export function hullOf(geometry: Geometry): JtsShape {
  const hull = new ConvexHull(jtsShape(geometry)) as unknown as { getConvexHull(): JtsShape };
  return compute(() => hull.getConvexHull());
}

/** A point inside a polygon, far from its edges along the middle line. */
export function labelPoint(polygon: Geometry): [number, number] | null {
  const clean = simplified(polygon);
  if (!clean) return null;
  const point = new InteriorPointArea(jtsShape(clean)) as unknown as {
    getInteriorPoint(): { x: number; y: number } | null;
  };
  const found = compute(() => point.getInteriorPoint());
  return found && [found.x, found.y];
}

/** Shortest distance, and the points where it is measured. */
export function nearest(a: Geometry, b: Geometry): { distance: number; points: [number, number][] } {
  const operation = new DistanceOp(jtsShape(a), jtsShape(b)) as unknown as {
    distance(): number;
    nearestPoints(): { x: number; y: number }[];
  };
  return compute(() => ({
    distance: operation.distance(),
    points: operation.nearestPoints().map(({ x, y }) => [x, y]),
  }));
}
