import { limits } from '../../limits.ts';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { boolean, number, readOperation } from '../../platform/arcgis/schema.ts';
import { nothing, off } from '../../platform/arcgis/unsupported.ts';
import { z } from 'zod';
import {
  esriTypes,
  type Geometry,
  type GeometryKind,
  keepDimensions,
  kindOf,
  strideOf,
} from '../geometry/geometry.ts';
import { geometryOfJts } from '../geometry/jts-shape.ts';
import { generalise } from '../geometry/generalise.ts';
import { projectGeometry, projectorBetween } from '../geometry/project.ts';
import { isGeographic } from '../geometry/spatial-reference.ts';
import { buffer } from './buffer.ts';
import { CrossingBudget } from './crossing-budget.ts';
import { distanceBetween } from './distance-between.ts';
import {
  densified,
  geodesicArea,
  geodesicLength,
  inDegrees,
  planarArea,
  planarLength,
  readAreaUnit,
  readLinearUnit,
  unitOf,
} from './measure.ts';
import { hullOf, labelPoint, nearest, simplified, unionOf } from './overlay.ts';
import {
  readGeometries,
  readGeometry,
  readReference,
  VertexBudget,
  writeGeometry,
} from './read-geometries.ts';
import { relation } from './relation.ts';
import type { OperationName } from './service-description.ts';
import { withOne } from './with-one.ts';

export type GeometryOperation = (parameters: Parameters) => object;

const projecting = z.object({
  transformation: nothing('Choosing a transformation is not supported. Omit it.'),
  vertical: off('Vertical transformations are not supported.'),
});

/** `project`: the geometries in another spatial reference. */
function project(parameters: Parameters): object {
  readOperation(projecting, parameters);
  const [from, to] = [readReference(parameters, 'inSR'), readReference(parameters, 'outSR')];
  const { geometries, geometryType } = readGeometries(parameters, 'geometries', new VertexBudget());
  const projector = projectorBetween(from, to);
  const kind = kindOf(geometryType);
  return {
    geometryType,
    geometries: geometries.map((each) => writeGeometry(each && projectGeometry(each, projector), kind)),
  };
}

function simplify(parameters: Parameters): object {
  readReference(parameters, 'sr');
  const { geometries, geometryType } = readGeometries(parameters, 'geometries', new VertexBudget());
  const kind = kindOf(geometryType);
  const crossings = new CrossingBudget();
  for (const each of geometries) crossings.spend(each);
  return {
    geometryType,
    geometries: geometries.map((each) => writeGeometry(each && simplified(each), kind)),
  };
}

function union(parameters: Parameters): object {
  readReference(parameters, 'sr');
  const { geometries, geometryType } = readGeometries(parameters, 'geometries', new VertexBudget());
  const crossings = new CrossingBudget();
  for (const each of geometries) crossings.spend(each);
  const united = unionOf(
    geometries.filter((each) => each !== null),
    crossings,
  );
  const kind = united?.kind ?? kindOf(geometryType);
  return { geometryType: esriTypes[kind], geometry: writeGeometry(united, kind) };
}

function convexHull(parameters: Parameters): object {
  readReference(parameters, 'sr');
  const { geometries } = readGeometries(parameters, 'geometries', new VertexBudget());
  const points = geometries.map((each) => (each ? keepDimensions(each, false, false).coordinates : []));
  const all: Geometry = {
    kind: 'multipoint',
    hasZ: false,
    hasM: false,
    coordinates: Float64Array.from(points.flatMap((each) => [...each])),
    parts: [],
  };
  const hull = all.coordinates.length === 0 ? undefined : hullOf(all);
  const found =
    hull && (['polygon', 'polyline', 'multipoint'] as const).map((kind) => geometryOfJts(hull, kind));
  const geometry = found?.find((each) => each !== null) ?? null;
  const kind: GeometryKind = geometry?.kind ?? 'polygon';
  return { geometryType: esriTypes[kind], geometry: writeGeometry(geometry, kind) };
}

const measuring = z.object({
  calculationType: z.string().toLowerCase().default('planar'),
  geodesic: boolean.default(false),
});

/** Whether lengths are those of geodesics; in degrees, only these have metres. */
function isGeodesic(parameters: Parameters, wkid: number, needsMetres: boolean): boolean {
  const { calculationType, geodesic } = readOperation(measuring, parameters);
  if (!['planar', 'geodesic', 'preserveshape'].includes(calculationType))
    throw parameterError('calculationType', 'Expected planar, geodesic or preserveShape.');
  return geodesic || calculationType !== 'planar' || (needsMetres && isGeographic(wkid));
}

function areasAndLengths(parameters: Parameters): object {
  const wkid = readReference(parameters, 'sr');
  const [length, area] = [readLinearUnit(parameters, 'lengthUnit'), readAreaUnit(parameters)];
  const geodesic = isGeodesic(parameters, wkid, length !== undefined || area !== undefined);
  const { geometries } = readGeometries(parameters, 'polygons', new VertexBudget());
  const own = unitOf(wkid) ?? 1;
  const placed = geometries.map((each) => each && (geodesic ? inDegrees(each, wkid, 'polygons') : each));
  const scale = geodesic ? 1 : own;
  // Without a unit the result has the unit of the spatial reference.
  const [perLength, perArea] = [
    length ?? (geodesic ? own : scale),
    area ?? (geodesic ? own * own : scale * scale),
  ];
  return {
    areas: placed.map((each) =>
      each ? ((geodesic ? geodesicArea(each) : planarArea(each)) * scale * scale) / perArea : 0,
    ),
    lengths: placed.map((each) =>
      each ? ((geodesic ? geodesicLength(each) : planarLength(each)) * scale) / perLength : 0,
    ),
  };
}

function lengths(parameters: Parameters): object {
  const wkid = readReference(parameters, 'sr');
  const unit = readLinearUnit(parameters, 'lengthUnit');
  const geodesic = isGeodesic(parameters, wkid, unit !== undefined);
  const { geometries } = readGeometries(parameters, 'polylines', new VertexBudget());
  const own = unitOf(wkid) ?? 1;
  return {
    lengths: geometries.map((each) => {
      if (!each) return 0;
      if (geodesic) return geodesicLength(inDegrees(each, wkid, 'polylines')) / (unit ?? own);
      return unit === undefined ? planarLength(each) : (planarLength(each) * own) / unit;
    }),
  };
}

function distance(parameters: Parameters): object {
  const wkid = readReference(parameters, 'sr');
  const unit = readLinearUnit(parameters, 'distanceUnit');
  const geodesic = isGeodesic(parameters, wkid, unit !== undefined);
  const budget = new VertexBudget();
  const [one, other] = ['geometry1', 'geometry2'].map((name) => readGeometry(parameters, name, budget));
  if (!one || !other) throw parameterError('geometry1', 'An empty geometry has no distance to others.');
  const own = unitOf(wkid) ?? 1;
  if (!geodesic) {
    const planar = nearest(one, other).distance;
    return { distance: unit === undefined ? planar : (planar * own) / unit };
  }
  const metres = distanceBetween(inDegrees(one, wkid, 'geometry1'), inDegrees(other, wkid, 'geometry2'));
  if (!Number.isFinite(metres))
    throw parameterError('geometry1', 'The distance between these geometries cannot be computed.');
  return { distance: metres / (unit ?? own) };
}

function labelPoints(parameters: Parameters): object {
  readReference(parameters, 'sr');
  const { geometries } = readGeometries(parameters, 'polygons', new VertexBudget());
  const crossings = new CrossingBudget();
  for (const each of geometries) crossings.spend(each);
  return {
    labelPoints: geometries.map((each) => {
      const point = each && labelPoint(each);
      return point ? { x: point[0], y: point[1] } : { x: 'NaN', y: 'NaN' };
    }),
  };
}

const aboveZero = number.refine((value) => value > 0, 'Expected a number above zero.');

const densifying = z.object({
  maxSegmentLength: aboveZero,
  geodesic: off('Geodesic segments are not supported.'),
});

function densify(parameters: Parameters): object {
  const { maxSegmentLength: length } = readOperation(densifying, parameters);
  const wkid = readReference(parameters, 'sr');
  const unit = readLinearUnit(parameters, 'lengthUnit');
  const own = unitOf(wkid);
  if (unit !== undefined && own === undefined)
    throw parameterError('lengthUnit', 'In degrees, segments have no length in metres. Omit it.');
  const apart = unit === undefined || own === undefined ? length : (length * unit) / own;
  const { geometries, geometryType } = readGeometries(parameters, 'geometries', new VertexBudget());
  const kind = kindOf(geometryType);
  // Counted before any vertex is added: short segments would fill the memory.
  const vertices = geometries.reduce(
    (sum, each) => sum + (each ? each.coordinates.length / strideOf(each) + planarLength(each) / apart : 0),
    0,
  );
  if (vertices > limits.geometryServiceVertices)
    throw parameterError(
      'maxSegmentLength',
      `The result would have more than ${limits.geometryServiceVertices} vertices.`,
    );
  return {
    geometryType,
    geometries: geometries.map((each) => writeGeometry(each && densified(each, apart), kind)),
  };
}

const generalizing = z.object({ maxDeviation: aboveZero });

function generalize(parameters: Parameters): object {
  const { maxDeviation: deviation } = readOperation(generalizing, parameters);
  const wkid = readReference(parameters, 'sr');
  const unit = readLinearUnit(parameters, 'deviationUnit');
  const { geometries, geometryType } = readGeometries(parameters, 'geometries', new VertexBudget());
  const kind = kindOf(geometryType);
  const own = unitOf(wkid) ?? 111_319.490_793;
  const offset = unit === undefined ? deviation : (deviation * unit) / own;
  return {
    geometryType,
    geometries: geometries.map((each) => writeGeometry(each && generalise(each, offset), kind)),
  };
}

/** Coordinates are converted by the parameters of each system; there is no choice of transformation. */
function findTransformations(parameters: Parameters): object {
  readReference(parameters, 'inSR');
  readReference(parameters, 'outSR');
  return { transformations: [] };
}

/** Operations by their name in the address. */
export const geometryOperations: Readonly<Record<OperationName, GeometryOperation>> = {
  project,
  simplify,
  buffer,
  intersect: withOne('intersection'),
  difference: withOne('difference'),
  union,
  convexHull,
  areasAndLengths,
  lengths,
  distance,
  labelPoints,
  relation,
  densify,
  generalize,
  findTransformations,
};
