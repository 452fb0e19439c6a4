import Multipoint from '@arcgis/core/geometry/Multipoint.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import Polyline from '@arcgis/core/geometry/Polyline.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import * as simplify from '@arcgis/core/geometry/operators/simplifyOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import Flatbush from 'flatbush';
import type { Shape } from '../wire/analysis.ts';
import { Packer, type PackedLayer, pathsAt, type TaskField, type Value, valuesAt } from './packed-layer.ts';
import type { AnalysisTask } from './tasks.ts';

export type Geometry = Point | Multipoint | Polyline | Polygon;

export interface Work {
  recipe: AnalysisTask['recipe'];
  input: WorkLayer;
  other?: WorkLayer | undefined;
  /** Counts an input feature as finished. */
  step: () => void;
}

type Box = readonly [xmin: number, ymin: number, xmax: number, ymax: number];

/** Maximum number of vertices in cached geometries, which neighbouring features use again. */
const maxCachedVertices = 100_000;

/** A packed layer during an analysis: geometries of the SDK are created on demand, and few are cached. */
export class WorkLayer {
  readonly packed: PackedLayer;
  readonly spatialReference: SpatialReference;
  readonly #cache = new Map<number, { geometry: Geometry; vertices: number }>();
  #vertices = 0;
  #tree: Flatbush | undefined;

  constructor(packed: PackedLayer, spatialReference: SpatialReference) {
    this.packed = packed;
    this.spatialReference = spatialReference;
  }

  get shape(): Shape {
    return this.packed.shape;
  }

  get fields(): readonly TaskField[] {
    return this.packed.fields;
  }

  get count(): number {
    return this.packed.count;
  }

  values(index: number): Value[] {
    return valuesAt(this.packed, index);
  }

  /** A geometry that is used once. */
  geometry(index: number): Geometry {
    const paths = pathsAt(this.packed, index);
    const { spatialReference, shape } = this;
    if (shape === 'polygon') return new Polygon({ rings: paths, spatialReference });
    if (shape === 'polyline') return new Polyline({ paths, spatialReference });
    if (shape === 'multipoint') return new Multipoint({ points: paths.flat(), spatialReference });
    const [[[x, y] = []] = []] = paths;
    return new Point({ x, y, spatialReference });
  }

  /** A geometry that may be used again soon. */
  cached(index: number): Geometry {
    const known = this.#cache.get(index);
    if (known) {
      this.#cache.delete(index);
      this.#cache.set(index, known);
      return known.geometry;
    }
    const [first, last] = this.#vertexRange(index);
    const made = { geometry: this.geometry(index), vertices: last - first };
    this.#cache.set(index, made);
    this.#vertices += made.vertices;
    for (const [oldest, { vertices }] of this.#cache) {
      if (this.#vertices <= maxCachedVertices || oldest === index) break;
      this.#cache.delete(oldest);
      this.#vertices -= vertices;
    }
    return made.geometry;
  }

  box(index: number): Box {
    const { coordinates } = this.packed;
    const [first, last] = this.#vertexRange(index);
    let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let vertex = first; vertex < last; vertex++) {
      const x = coordinates[vertex * 2] ?? 0;
      const y = coordinates[vertex * 2 + 1] ?? 0;
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
    }
    return [xmin, ymin, xmax, ymax];
  }

  /** An index of the bounding boxes. */
  tree(): Flatbush {
    if (this.#tree) return this.#tree;
    const tree = new Flatbush(this.count);
    for (let index = 0; index < this.count; index++) tree.add(...this.box(index));
    tree.finish();
    return (this.#tree = tree);
  }

  /** The features whose bounding box intersects another, in their order. */
  near(box: Box): number[] {
    return this.tree()
      .search(...box)
      .toSorted((a, b) => a - b);
  }

  #vertexRange(index: number): [number, number] {
    const { paths, features } = this.packed;
    return [paths[features[index] ?? 0] ?? 0, paths[features[index + 1] ?? 0] ?? 0];
  }
}

/** A layer whose areas operators accept; self-intersecting ones are repaired. */
export function readLayer(
  packed: PackedLayer,
  spatialReference: SpatialReference,
): { layer: WorkLayer; repaired: number } {
  const given = new WorkLayer(packed, spatialReference);
  if (packed.shape !== 'polygon') return { layer: given, repaired: 0 };
  const broken = new Set<number>();
  for (let index = 0; index < given.count; index++)
    if (!simplify.isSimple(given.geometry(index))) broken.add(index);
  if (broken.size === 0) return { layer: given, repaired: 0 };
  const packer = new Packer(packed.shape, packed.fields);
  for (let index = 0; index < given.count; index++) {
    const geometry = given.geometry(index);
    const simple = broken.has(index) ? (simplify.execute(geometry) as Polygon | null) : geometry;
    if (simple) packer.add(simple as Polygon, given.values(index));
  }
  return { layer: new WorkLayer(packer.finish(), spatialReference), repaired: broken.size };
}

/** Geometries that are united at once. */
const batchSize = 500;

/**
 * Unites features, neighbours first: a union's cost grows with the vertices of both, and neighbours that share edges lose them.
 */
export function unite(layer: WorkLayer, members: readonly number[]): Geometry | undefined {
  return inSteps(layer, members, (geometries) =>
    geometries.length === 1 ? geometries[0] : (union.executeMany(geometries) as Geometry | null),
  );
}

/** Reduces the features of a layer to one geometry in steps, so that few of the SDK's geometries exist at once. */
export function inSteps(
  layer: WorkLayer,
  members: readonly number[],
  reduce: (geometries: Geometry[]) => Geometry | null | undefined,
): Geometry | undefined {
  const ordered = members.length > batchSize ? byNeighbours(layer, members) : members;
  let geometries: Geometry[] = [];
  for (let start = 0; start < ordered.length; start += batchSize) {
    const part = reduce(ordered.slice(start, start + batchSize).map((index) => layer.geometry(index)));
    if (part) geometries.push(part);
  }
  while (geometries.length > 1) {
    const next: Geometry[] = [];
    for (let start = 0; start < geometries.length; start += 8) {
      const part = reduce(geometries.slice(start, start + 8));
      if (part) next.push(part);
    }
    geometries = next;
  }
  return geometries[0];
}

/** Features in square tiles, tile by tile. */
function byNeighbours(layer: WorkLayer, members: readonly number[]): number[] {
  const boxes = members.map((index) => layer.box(index));
  const xs = boxes.map(([xmin, , xmax]) => (xmin + xmax) / 2);
  const ys = boxes.map(([, ymin, , ymax]) => (ymin + ymax) / 2);
  const strips = Math.ceil(Math.sqrt(members.length / batchSize));
  const order = members.map((_member, index) => index).sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0));
  const perStrip = Math.ceil(members.length / strips);
  return Array.from({ length: strips }, (_none, strip) =>
    order.slice(strip * perStrip, (strip + 1) * perStrip).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0)),
  )
    .flat()
    .flatMap((index) => members[index] ?? []);
}
