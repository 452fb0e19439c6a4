import { z } from 'zod';
import { limits } from '../../limits.ts';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { boolean, list, readOperation } from '../../platform/arcgis/schema.ts';
import type { Geometry } from '../geometry/geometry.ts';
import { type Projector, projectGeometry, projectorBetween } from '../geometry/project.ts';
import { isGeographic } from '../geometry/spatial-reference.ts';
import { middleOf, planeAround } from '../geometry/plane.ts';
import { wkidParameter } from '../feature-server/query/output.ts';
import { BufferBudget } from './buffer-budget.ts';
import { CrossingBudget } from './crossing-budget.ts';
import { inDegrees, readLinearUnit, unitOf } from './measure.ts';
import { buffered, unionOf } from './overlay.ts';
import { readGeometries, readReference, VertexBudget, writeGeometry } from './read-geometries.ts';

const schema = z.object({
  distances: list,
  unionResults: boolean.default(false),
  geodesic: boolean.default(false),
  outSR: wkidParameter('outSR').optional(),
  bufferSR: wkidParameter('bufferSR').optional(),
});

/** Half of the circumference of the earth, in metres: nothing is farther away. */
const farthest = 2e7;

/**
 * `buffer`: polygons around the geometries, for one distance after the other. Geodesic buffers, and those of degrees by a linear
 * unit, are made in a plane around each geometry, in which distances from its middle are true.
 */
export function buffer(parameters: Parameters): object {
  const { distances, unionResults, geodesic, outSR: to, ...given } = readOperation(schema, parameters);
  const from = readReference(parameters, 'inSR');
  const bufferSr = given.bufferSR ?? to ?? from;
  const unit = readLinearUnit(parameters, 'unit');
  const { geometries } = readGeometries(parameters, 'geometries', new VertexBudget());
  const originals = geometries.flatMap((each) => each ?? []);
  const numbers = distances.map(Number);
  if (numbers.length === 0 || !numbers.every((each) => Number.isFinite(each) && each !== 0))
    throw parameterError('distances', 'Expected distances other than zero, separated by commas.');
  if (numbers.length * originals.length > limits.geometryServiceBuffers)
    throw parameterError(
      'distances',
      `Expected at most ${limits.geometryServiceBuffers} buffers in one request.`,
    );
  const crossings = new CrossingBudget();
  for (const each of originals) crossings.spend(each);
  const isRound = geodesic || (isGeographic(bufferSr) && unit !== undefined);
  const back = projectorBetween(isRound ? 4326 : bufferSr, to ?? bufferSr);
  // In the units of the coordinates of what is buffered.
  const scale = isRound
    ? (unit ?? unitOf(bufferSr) ?? 1)
    : unit === undefined
      ? 1
      : unit / (unitOf(bufferSr) ?? 1);
  const far = numbers.map((by) => by * scale);
  if (isRound && far.some((metres) => Math.abs(metres) > farthest))
    throw parameterError('distances', 'A distance is larger than half of the earth.');
  const placed = originals.map((geometry): Placed => {
    if (isRound) return placedRound(inDegrees(geometry, from, 'geometries'));
    return { geometry: projectGeometry(geometry, projectorBetween(from, bufferSr, 'bufferSR')) };
  });
  const work = new BufferBudget();
  for (const by of far) for (const { geometry } of placed) if (geometry) work.spend(geometry, by);
  const results = far.map((by) => placed.map((each) => bufferOf(each, by)));
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

/** A geometry where it is buffered. */
interface Placed {
  geometry: Geometry | null;
  /** To degrees, where that is a plane of its own. */
  back?: Projector;
}

function placedRound(degrees: Geometry): Placed {
  const plane = planeAround('aeqd', middleOf(degrees));
  return { geometry: projectGeometry(degrees, plane.to), back: plane.from };
}

function bufferOf({ geometry, back }: Placed, by: number): Geometry | null {
  const around = geometry && buffered(geometry, by);
  return around && (back ? projectGeometry(around, back) : around);
}
