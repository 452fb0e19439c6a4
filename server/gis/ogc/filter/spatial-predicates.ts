import { limits } from '../../../limits.ts';
import { readGeoJson } from '../../geometry/geojson.ts';
import type { Geometry } from '../../geometry/geometry.ts';
import { type Shape, shapeFilter, type WantedRelation } from '../../feature-server/query/spatial-filter.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { SpatialFilter } from '../../storage/spatial-condition.ts';
import { quoteShort, syntaxError } from '../../where/syntax-tree.ts';
import { type Crs, swapAxes } from '../crs.ts';
import {
  type Cql2,
  type Cql2Geometry,
  type Cql2Operation,
  geometryProperty,
  isOperation,
  isSpatial,
  offsetOf,
} from './cql2.ts';

/** Relations as the feature's to the geometry of the request; ArcGIS reads them the other way round. */
const relations: Readonly<Record<string, { wanted: WantedRelation; turned?: string; negated?: true }>> = {
  s_intersects: { wanted: { relation: 'intersects', pattern: undefined } },
  s_disjoint: { wanted: { relation: 'intersects', pattern: undefined }, negated: true },
  s_equals: { wanted: { relation: 'pattern', pattern: 'T*F**FFF*' } },
  s_touches: { wanted: { relation: 'touches', pattern: undefined } },
  s_crosses: { wanted: { relation: 'crosses', pattern: undefined } },
  s_overlaps: { wanted: { relation: 'overlaps', pattern: undefined } },
  s_within: { wanted: { relation: 'contains', pattern: undefined }, turned: 's_contains' },
  s_contains: { wanted: { relation: 'within', pattern: undefined }, turned: 's_within' },
};

export interface SpatialPredicate {
  space: SpatialFilter;
  /** Whether features match that are not in the relation. */
  negated: boolean;
}

/**
 * The predicate of a filter that the index can answer by itself, one that every match must fulfil, and the rest of the filter.
 */
export function splitSpatial(filter: Cql2): { first?: Cql2Operation; rest: readonly Cql2[] } {
  const parts = isOperation(filter) && filter.op.toLowerCase() === 'and' ? filter.args : [filter];
  const first = parts.find(
    (part): part is Cql2Operation =>
      isOperation(part) && isSpatial(part) && part.op.toLowerCase() !== 's_disjoint',
  );
  return { ...(first && { first }), rest: parts.filter((part) => part !== first) };
}

/**
 * Reads a spatial predicate: the layer's geometry compared with one of the request.
 * @throws MappingError `services:invalid-query` or `services:invalid-geometry` (400)
 */
export function readSpatialPredicate(
  node: Cql2Operation,
  layer: HostedLayer,
  crs: Crs,
  onLoop: boolean,
): SpatialPredicate {
  if (layer.geometryType === null) throw refuse(node, 'this collection has no geometry.');
  const [left, right] = node.args;
  if (node.args.length !== 2 || left === undefined || right === undefined)
    throw refuse(node, `${quoteShort(node.op)} takes two geometries.`);
  const op = node.op.toLowerCase();
  const turned = isGeometryProperty(right);
  if (turned === isGeometryProperty(left))
    throw refuse(node, `compare the property ${geometryProperty} with one geometry.`);
  const known = Object.hasOwn(relations, op) ? relations[op] : undefined;
  const relation = turned && known?.turned ? relations[known.turned] : known;
  if (!relation) throw refuse(node, `the operator ${quoteShort(node.op)} is not supported.`);
  const shape = readShape(turned ? left : right, crs);
  return {
    space: shape
      ? shapeFilter(shape, crs.wkid, layer, relation.wanted, { onLoop })
      : { boxes: [], decides: 'meeting', test: () => false },
    negated: relation.negated ?? false,
  };
}

function isGeometryProperty(node: Cql2): boolean {
  return (
    typeof node === 'object' &&
    node !== null &&
    'property' in node &&
    typeof node.property === 'string' &&
    node.property.toLowerCase() === geometryProperty
  );
}

/** A box or a geometry with its axes in the order of storage; undefined for an empty one. */
function readShape(node: Cql2, { northFirst, wkid }: Crs): Shape | undefined {
  if (typeof node === 'object' && node !== null && 'bbox' in node)
    return {
      envelope: readBox(node.bbox, { northFirst, wkid }, () =>
        refuse(node, 'a box has four or six numbers.'),
      ),
    };
  if (typeof node !== 'object' || node === null || !('type' in node))
    throw refuse(node, 'expected a geometry.');
  const { type, coordinates } = node as Cql2Geometry;
  if (countNumbers(coordinates) > limits.queryVertices * 3)
    throw refuse(node, `a geometry has at most ${limits.queryVertices} vertices.`);
  const placed = structuredClone(coordinates);
  if (northFirst) swapAxes(placed);
  const geometry: Geometry | null = readGeoJson({ type, coordinates: placed }, 'filter');
  return geometry ? { geometry } : undefined;
}

/**
 * A box from its corners' numbers, with heights left out. Where the west is greater than the east, it reaches over the
 * antimeridian.
 */
export function readBox(
  numbers: unknown,
  { northFirst, wkid }: Pick<Crs, 'northFirst' | 'wkid'>,
  invalid: () => Error,
) {
  if (!Array.isArray(numbers) || ![4, 6].includes(numbers.length) || !numbers.every(Number.isFinite))
    throw invalid();
  const half = numbers.length / 2;
  const [first, second] = [0, half].map((at) => (numbers as number[]).slice(at, at + 2)) as [
    number[],
    number[],
  ];
  if (northFirst) for (const corner of [first, second]) corner.reverse();
  const [xmin = 0, ymin = 0] = first;
  const [xmax = 0, ymax = 0] = second;
  const wraps = xmin > xmax && wkid === 4326;
  if ((xmin > xmax && !wraps) || ymin > ymax) throw invalid();
  return { xmin, ymin, xmax: wraps ? xmax + 360 : xmax, ymax };
}

function countNumbers(value: unknown): number {
  if (!Array.isArray(value)) return 1;
  return value.reduce((sum: number, each: unknown) => sum + countNumbers(each), 0);
}

function refuse(node: Cql2, problem: string) {
  return syntaxError('filter', offsetOf(node), problem);
}
