import PrecisionModel from 'jsts/org/locationtech/jts/geom/PrecisionModel.js';
import BufferParameters from 'jsts/org/locationtech/jts/operation/buffer/BufferParameters.js';
import OffsetCurveBuilder from 'jsts/org/locationtech/jts/operation/buffer/OffsetCurveBuilder.js';
import OffsetCurveSetBuilder from 'jsts/org/locationtech/jts/operation/buffer/OffsetCurveSetBuilder.js';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Geometry } from '../geometry/geometry.ts';
import { jtsShape } from '../geometry/jts-shape.ts';
import { meetingOf, type Segment } from './crossing-budget.ts';
import { quadrantSegments } from './overlay.ts';

/** Classes of JTS as they are used here. */
type New<Result> = new (...given: unknown[]) => Result;
const Parameters = BufferParameters as unknown as New<object>;
const Precision = PrecisionModel as unknown as New<object>;
const Builder = OffsetCurveBuilder as unknown as New<object>;
const CurveSet = OffsetCurveSetBuilder as unknown as New<{ getCurves(): Iterable<Curve> }>;

interface Curve {
  getCoordinates(): { x: number; y: number }[];
}

/** Segments of a geometry’s curves that are compared with all of them to estimate how often they cross. */
const compared = 300;

/**
 * The work of the buffers of one request, estimated before the first is made. A buffer is cut out of the curves along its geometry:
 * these are soon made, but a long dense line with a wide buffer has curves that cross each other millions of times.
 */
export class BufferBudget {
  #segments: number = limits.geometryServiceCurveSegments;
  #crossings: number = limits.geometryServiceCurveCrossings;

  /**
   * @param distance in the units of the coordinates
   * @throws MappingError `services:invalid-geometry` (400)
   */
  spend(geometry: Geometry, distance: number): void {
    const ends = curvesAround(geometry, distance);
    this.#segments -= ends.length / 4;
    if (this.#segments < 0)
      throw tooMuch('The buffers have too many vertices. Send fewer geometries at once.');
    this.#crossings -= crossingsOf(ends);
    if (this.#crossings < 0)
      throw tooMuch(
        'The geometries are too dense for buffers this wide. Generalize them, or send fewer at once.',
      );
  }
}

function tooMuch(message: string): MappingError {
  return new MappingError('services:invalid-geometry', message, { status: 400 });
}

/** The segments of the curves along a geometry: x and y of both ends, from west to east. */
function curvesAround(geometry: Geometry, distance: number): Float64Array {
  const builder = new Builder(new Precision(), new Parameters(quadrantSegments));
  const curves = [...new CurveSet(jtsShape(geometry), distance, builder).getCurves()].map((curve) =>
    curve.getCoordinates(),
  );
  const count = curves.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  const ends = new Float64Array(4 * count);
  let at = 0;
  for (const curve of curves)
    for (const [index, { x, y }] of curve.entries()) {
      const next = curve[index + 1];
      if (!next) continue;
      ends.set(x <= next.x ? [x, y, next.x, next.y] : [next.x, next.y, x, y], at);
      at += 4;
    }
  return ends;
}

/** How often the segments cross: of many, as often as a part of them crosses all. */
function crossingsOf(ends: Float64Array): number {
  const count = ends.length / 4;
  const tried = Math.min(count, compared);
  let found = 0;
  for (let index = 0; index < tried; index += 1) {
    // In an order without a period, which a geometry could have as well.
    const one = tried === count ? index : Math.floor(((index * 0.618_033_988_749_894_9) % 1) * count);
    const [ax = 0, ay = 0, bx = 0, by = 0] = ends.subarray(4 * one, 4 * one + 4);
    const [south, north] = [Math.min(ay, by), Math.max(ay, by)];
    for (let at = 0; at < ends.length; at += 4) {
      if ((ends[at] as number) > bx || (ends[at + 2] as number) < ax) continue;
      const [y, otherY] = [ends[at + 1] as number, ends[at + 3] as number];
      if ((y > north && otherY > north) || (y < south && otherY < south) || at === 4 * one) continue;
      const other: Segment = [ends[at] as number, y, ends[at + 2] as number, otherY, 0];
      if (meetingOf([ax, ay, bx, by, 0], other) === 'crossings') found += 1;
    }
  }
  return (found / 2) * (count / Math.max(1, tried));
}
