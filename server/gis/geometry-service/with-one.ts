import { limits } from '../../limits.ts';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import {
  dimensions,
  envelopeOf,
  envelopesMeet,
  esriTypes,
  type Geometry,
  kindOf,
  strideOf,
} from '../geometry/geometry.ts';
import { CrossingBudget } from './crossing-budget.ts';
import { combined, simplified } from './overlay.ts';
import {
  readGeometries,
  readGeometry,
  readReference,
  VertexBudget,
  writeGeometry,
} from './read-geometries.ts';

/** `intersect` and `difference`: each of the geometries with one other. */
export function withOne(operation: 'intersection' | 'difference'): (parameters: Parameters) => object {
  return (parameters) => {
    readReference(parameters, 'sr');
    const budget = new VertexBudget();
    const { geometries, geometryType } = readGeometries(parameters, 'geometries', budget);
    const other = readGeometry(parameters, 'geometry', budget);
    const results = other
      ? overlaid(operation, geometries, other)
      : geometries.map((each) => (operation === 'difference' ? each : null));
    const kind = results.find((each) => each !== null)?.kind ?? kindOf(geometryType);
    return { geometryType: esriTypes[kind], geometries: results.map((each) => writeGeometry(each, kind)) };
  };
}

function overlaid(
  operation: 'intersection' | 'difference',
  geometries: readonly (Geometry | null)[],
  other: Geometry,
): (Geometry | null)[] {
  const envelope = envelopeOf(other);
  const meeting = new Set(geometries.filter((each) => each && envelopesMeet(envelopeOf(each), envelope)));
  refuseWork([...meeting], other);
  const crossings = new CrossingBudget();
  for (const each of [...geometries, other]) crossings.spend(each);
  crossings.spendBetween([...meeting], other);
  // Once for all: it may have most of the vertices.
  const clean = simplified(other);
  return geometries.map((each) => {
    if (!each || (operation === 'difference' && dimensions[other.kind] < dimensions[each.kind])) return each;
    const left = simplified(each);
    if (!left || !clean || !meeting.has(each)) return operation === 'difference' ? left : null;
    return combined(operation, left, clean);
  });
}

/** @throws ArcGIS error 400 for more work than a request may cause */
function refuseWork(geometries: readonly (Geometry | null)[], other: Geometry): void {
  const work = geometries.reduce((sum, each) => sum + (each ? verticesOf(each) + verticesOf(other) : 0), 0);
  if (work > limits.geometryServiceOverlaid)
    throw parameterError(
      'geometries',
      `Expected at most ${limits.geometryServiceOverlaid} vertices in all pairs of geometries whose envelopes meet. Send fewer geometries at once.`,
    );
}

const verticesOf = (geometry: Geometry) => geometry.coordinates.length / strideOf(geometry);
