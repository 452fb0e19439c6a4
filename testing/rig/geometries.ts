import fc from 'fast-check';
import type { Geometry } from '../../server/gis/geometry/geometry.ts';
import { polygonOfParts, type Ring } from '../../server/gis/geometry/rings.ts';

/**
 * Random geometries. On a small grid of whole numbers edges and vertices often touch, where errors are
 * likely.
 */

export interface GeometryShape {
  hasZ?: boolean;
  hasM?: boolean;
  /** Makes a coordinate from a whole number of the grid. */
  place?: (step: number) => number;
}

const grid = fc.integer({ min: 0, max: 12 });

function vertex({
  hasZ = false,
  hasM = false,
  place = (step) => step,
}: GeometryShape): fc.Arbitrary<number[]> {
  return fc
    .tuple(grid, grid, fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }))
    .map(([x, y, z, m]) => [place(x), place(y), ...(hasZ ? [z] : []), ...(hasM ? [m / 4] : [])]);
}

export function points(shape: GeometryShape = {}): fc.Arbitrary<Geometry> {
  return vertex(shape).map((numbers) => geometry('point', [numbers], shape));
}

export function multipoints(shape: GeometryShape = {}): fc.Arbitrary<Geometry> {
  return fc
    .uniqueArray(vertex(shape), { minLength: 1, maxLength: 4, selector: ([x, y]) => `${x} ${y}` })
    .map((vertices) => geometry('multipoint', vertices, shape));
}

/** Paths without zero-length steps. */
export function polylines(shape: GeometryShape = {}): fc.Arbitrary<Geometry> {
  const path = fc
    .array(vertex(shape), { minLength: 2, maxLength: 5 })
    .map((vertices) =>
      vertices.filter(
        (here, at) => at === 0 || here[0] !== vertices[at - 1]?.[0] || here[1] !== vertices[at - 1]?.[1],
      ),
    )
    .filter((vertices) => vertices.length > 1);
  return fc.array(path, { minLength: 1, maxLength: 2 }).map((paths) => ({
    ...geometry('polyline', paths.flat(), shape),
    parts: paths.map((vertices) => vertices.length),
  }));
}

/** Boxes and triangles, some with a hole, one or two side by side: valid polygons. */
export function polygons(shape: GeometryShape = {}): fc.Arbitrary<Geometry> {
  const { place = (step: number) => step, hasZ = false, hasM = false } = shape;
  const extra = [...(hasZ ? [1] : []), ...(hasM ? [2] : [])];
  const ring = (...corners: [number, number][]): Ring =>
    corners.flatMap(([x, y]) => [place(x), place(y), ...extra]);
  const part = (left: number, right: number) =>
    fc
      .record({
        x: fc.integer({ min: left, max: right - 4 }),
        y: grid,
        width: fc.integer({ min: 1, max: 4 }),
        height: fc.integer({ min: 1, max: 6 }),
        form: fc.constantFrom('box', 'triangle', 'ring'),
      })
      .map(({ x, y, width, height, form }): Ring[] => {
        if (form === 'triangle') return [ring([x, y], [x + width, y], [x, y + height])];
        const outer = ring([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
        if (form === 'box' || width < 3 || height < 3) return [outer];
        return [
          outer,
          ring(
            [x + 1, y + 1],
            [x + width - 1, y + 1],
            [x + width - 1, y + height - 1],
            [x + 1, y + height - 1],
          ),
        ];
      });
  return fc
    .tuple(part(0, 6), fc.option(part(7, 12)))
    .map(([first, second]) => polygonOfParts(second ? [first, second] : [first], hasZ, hasM) as Geometry);
}

export function anyGeometry(shape: GeometryShape = {}): fc.Arbitrary<Geometry> {
  return fc.oneof(points(shape), multipoints(shape), polylines(shape), polygons(shape));
}

function geometry(
  kind: Geometry['kind'],
  vertices: number[][],
  { hasZ = false, hasM = false }: GeometryShape,
): Geometry {
  return { kind, hasZ, hasM, coordinates: Float64Array.from(vertices.flat()), parts: [] };
}
