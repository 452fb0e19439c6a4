import { z } from 'zod';
import { limits } from '../../limits.ts';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { boolean, list, readOperation } from '../../platform/arcgis/schema.ts';
import type { Geometry } from '../geometry/geometry.ts';
import { projectGeometry, projectorBetween } from '../geometry/project.ts';
import { isGeographic, readSpatialReference } from '../geometry/spatial-reference.ts';
import { middleOf, planeAround } from '../geometry/plane.ts';
import { CrossingBudget } from './crossing-budget.ts';
import { inDegrees, readLinearUnit, unitOf } from './measure.ts';
import { buffered, unionOf } from './overlay.ts';
import { readGeometries, readReference, VertexBudget, writeGeometry } from './read-geometries.ts';

const schema = z.object({
  distances: list,
  unionResults: boolean.default(false),
  geodesic: boolean.default(false),
});

/** Half of the circumference of the earth, in metres: nothing is farther away. */
const farthest = 2e7;

/**
 * `buffer`: polygons around the geometries, for one distance after the other. Geodesic buffers, and those of degrees by a linear
 * unit, are made in a plane around each geometry, in which distances from its middle are true.
 */
export function buffer(parameters: Parameters): object {
  const { distances, unionResults, geodesic } = readOperation(schema, parameters);
  const from = readReference(parameters, 'inSR');
  const to = readSpatialReference(parameters.text('outSR'), 'outSR');
  const bufferSr = readSpatialReference(parameters.text('bufferSR'), 'bufferSR') ?? to ?? from;
  const unit = readLinearUnit(parameters, 'unit');
  const { geometries } = readGeometries(parameters, 'geometries', new VertexBudget());
  const given = geometries.flatMap((each) => each ?? []);
  const numbers = distances.map(Number);
  if (numbers.length === 0 || !numbers.every((each) => Number.isFinite(each) && each !== 0))
    throw parameterError('distances', 'Expected distances other than zero, separated by commas.');
  if (numbers.length * given.length > limits.geometryServiceBuffers)
    throw parameterError(
      'distances',
      `Expected at most ${limits.geometryServiceBuffers} buffers in one request.`,
    );
  const crossings = new CrossingBudget();
  for (const each of given) crossings.spend(each);
  const isRound = geodesic || (isGeographic(bufferSr) && unit !== undefined);
  const back = projectorBetween(isRound ? 4326 : bufferSr, to ?? bufferSr);
  const make = isRound
    ? (geometry: Geometry, by: number) =>
        aroundGeodesic(inDegrees(geometry, from, 'geometries'), by * (unit ?? unitOf(bufferSr) ?? 1))
    : (geometry: Geometry, by: number) => {
        const placed = projectGeometry(geometry, projectorBetween(from, bufferSr, 'bufferSR'));
        return placed && buffered(placed, unit === undefined ? by : (by * unit) / (unitOf(bufferSr) ?? 1));
      };
  const results = numbers.map((by) => given.map((geometry) => make(geometry, by)));
  const polygons = unionResults
    ? results.map((of) =>
        unionOf(
          of.flatMap((each) => each ?? []),
          crossings,
        ),
      )
    : results.flat();
  return {
    geometryType: 'esriGeometryPolygon',
    geometries: polygons.map((each) => writeGeometry(each && projectGeometry(each, back), 'polygon')),
  };
}

function aroundGeodesic(degrees: Geometry, metres: number): Geometry | null {
  if (Math.abs(metres) > farthest)
    throw parameterError('distances', 'A distance is larger than half of the earth.');
  const plane = planeAround('aeqd', middleOf(degrees));
  const placed = projectGeometry(degrees, plane.to);
  const around = placed && buffered(placed, metres);
  return around && projectGeometry(around, plane.from);
}
