import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { limits } from '../../../limits.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { writeEsriGeometry } from '../../geometry/esri-json.ts';
import {
  type Envelope,
  envelopeOf,
  type Geometry,
  joinEnvelopes,
  partsOf,
  strideOf,
} from '../../geometry/geometry.ts';
import { roundCoordinates } from '../../geometry/generalise.ts';
import { convexHull, type Point } from '../../geometry/convex-hull.ts';
import { projectGeometry, projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';

/** Statistics whose value is a geometry. */
export const aggregateNames = ['EnvelopeAggregate', 'CentroidAggregate', 'ConvexHullAggregate'] as const;
export type AggregateName = (typeof aggregateNames)[number];

/** A geometry wanted of each group. */
export interface Aggregate {
  type: AggregateName;
  /** Its name among `aggregateGeometries`. */
  name: string;
}

/** How to write it; without a precision with all decimal places. */
export interface AggregateOutput {
  wkid: number;
  precision?: number | undefined;
}

/** @throws TooHeavy on the event loop, MappingError `services:invalid-query` (400) elsewhere, before geometry is read */
export function checkAggregated(bytes: number, onLoop: boolean): void {
  if (onLoop && bytes > limits.loopBytes / 4) throw new TooHeavy();
  if (bytes <= limits.responseBytes) return;
  throw arcgisError('services:invalid-query', {
    faults: [
      {
        path: 'outStatistics',
        message: 'The features have too many vertices to aggregate. Narrow the query.',
      },
    ],
  });
}

/** Collects the geometry of one group; costs one pass over its vertices. */
export class Aggregation {
  #envelope: Envelope | null = null;
  /** Sums of x and y by weight: the area of polygons, the length of lines, else the number of points. */
  readonly #sums = [weightless(), weightless(), weightless()] as const;
  #hull: Point[] = [];

  add(geometry: Geometry): void {
    this.#envelope = joinEnvelopes(this.#envelope, envelopeOf(geometry));
    const { coordinates } = geometry;
    const stride = strideOf(geometry);
    const [points, lengths, areas] = this.#sums;
    let at = 0;
    for (const count of partsOf(geometry)) {
      for (let index = at; index < at + count; index += 1) {
        const [x, y] = [coordinates[index * stride] ?? 0, coordinates[index * stride + 1] ?? 0];
        add(points, x, y, 1);
        this.#hull.push([x, y]);
        if (index === at || geometry.kind === 'point' || geometry.kind === 'multipoint') continue;
        const [px, py] = [coordinates[(index - 1) * stride] ?? 0, coordinates[(index - 1) * stride + 1] ?? 0];
        add(lengths, (x + px) / 2, (y + py) / 2, Math.hypot(x - px, y - py));
        // Relative to the first vertex, so that small areas far from the origin keep their precision.
        if (geometry.kind === 'polygon') addTriangle(areas, coordinates, at * stride, [px, py], [x, y]);
      }
      at += count;
    }
    // Only the corners so far matter for the hull of what follows.
    if (this.#hull.length > hullEvery) this.#hull = convexHull(this.#hull);
  }

  write({ type }: Aggregate, from: number, { wkid, precision }: AggregateOutput): object | null {
    const projector = projectorBetween(from, wkid, 'outSR');
    const spatialReference = wireSpatialReference(wkid);
    const rounded = (shape: Geometry) =>
      precision === undefined ? shape : roundCoordinates(shape, precision);
    if (type === 'EnvelopeAggregate') {
      const envelope = this.#envelope && projectEnvelope(this.#envelope, projector);
      if (!envelope) return null;
      const { xmin, ymin, xmax, ymax } = envelope;
      const corners: Point[] = [
        [xmin, ymin],
        [xmax, ymax],
      ];
      return { ...envelopeOf(rounded(flat('multipoint', corners))), spatialReference };
    }
    const shape = type === 'CentroidAggregate' ? this.centroid() : this.#convexHull();
    const projected = shape && projectGeometry(shape, projector);
    return projected && { ...writeEsriGeometry(rounded(projected)), spatialReference };
  }

  /** The centre of gravity of all of them; null of nothing. */
  centroid(): Geometry | null {
    const heaviest = this.#sums.toReversed().find(({ weight }) => weight !== 0);
    if (!heaviest) return null;
    return flat('point', [[heaviest.x / heaviest.weight, heaviest.y / heaviest.weight]]);
  }

  #convexHull(): Geometry | null {
    const corners = convexHull(this.#hull);
    const [first] = corners;
    if (!first) return null;
    // Points on one line span no area.
    if (corners.length < 3) return flat(corners.length === 1 ? 'point' : 'polyline', corners);
    return flat('polygon', [...corners, first]);
  }
}

/** Vertices after which only the hull of those so far is kept. */
const hullEvery = 20_000;

/** Centre of gravity of one geometry, in its own spatial reference. */
export function centroidOf(geometry: Geometry): Geometry {
  const one = new Aggregation();
  one.add(geometry);
  return one.centroid() ?? geometry;
}

interface Sum {
  x: number;
  y: number;
  weight: number;
}

function weightless(): Sum {
  return { x: 0, y: 0, weight: 0 };
}

function add(sum: Sum, x: number, y: number, weight: number): void {
  sum.x += x * weight;
  sum.y += y * weight;
  sum.weight += weight;
}

/** Adds the signed triangle of an edge and a ring's first vertex; holes turn the other way and are subtracted. */
function addTriangle(
  sum: Sum,
  coordinates: Float64Array,
  origin: number,
  [ax, ay]: Point,
  [bx, by]: Point,
): void {
  const [ox, oy] = [coordinates[origin] ?? 0, coordinates[origin + 1] ?? 0];
  const area = ((ax - ox) * (by - oy) - (bx - ox) * (ay - oy)) / 2;
  add(sum, (ox + ax + bx) / 3, (oy + ay + by) / 3, area);
}

function flat(kind: Geometry['kind'], points: readonly Point[]): Geometry {
  return {
    kind,
    hasZ: false,
    hasM: false,
    coordinates: Float64Array.from(points.flat()),
    parts: kind === 'point' ? [] : [points.length],
  };
}
