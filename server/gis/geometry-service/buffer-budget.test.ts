import { describe, expect, test } from 'vitest';
import type { Geometry, GeometryKind } from '../geometry/geometry.ts';
import { BufferBudget } from './buffer-budget.ts';

type Place = readonly [x: number, y: number];

const geometryOf = (kind: GeometryKind, ...parts: Place[][]): Geometry => ({
  kind,
  hasZ: false,
  hasM: false,
  coordinates: Float64Array.from(parts.flat(2)),
  parts: kind === 'multipoint' ? [] : parts.map((part) => part.length),
});
const many = <Each>(count: number, each: (index: number) => Each) =>
  Array.from({ length: count }, (_none, index) => each(index));
const spend = (geometry: Geometry, distance: number) => () => new BufferBudget().spend(geometry, distance);

/** To and fro across, a step farther each time. */
const zigzag = many(2000, (at): Place => [at, (at % 2) * 50]);
const hatching = many(500, (at): Place[] => [
  [at, 0],
  [at, 900],
]);
const cloud = many(1000, (at): Place => [(at * 7919) % 100, (at * 104_729) % 100]);
const ring: Place[] = [...many(1999, (at): Place => [(at % 2) * 50, at]), [-9000, 2000], [0, 0]];
/** A shore of many small bays. */
const shore = many(4000, (at): Place => [at, 400 * Math.sin(at / 900) + (at % 3)]);

describe('buffers that are wide for how dense a geometry is', () => {
  test.each([
    ['a zigzag', geometryOf('polyline', zigzag), 200],
    ['a hatching', geometryOf('polyline', ...hatching), 1000],
    ['a cloud of points', geometryOf('multipoint', cloud), 50],
    ['the outline of a polygon', geometryOf('polygon', ring), 200],
    ['the inside of a polygon', geometryOf('polygon', ring), -200],
  ])('%s', (_what, geometry, distance) => {
    expect(spend(geometry, distance)).toThrow('too dense for buffers this wide');
    expect(spend(geometry, distance / 1000)).not.toThrow();
  });

  test('are counted together', () => {
    const work = new BufferBudget();
    const zigzags = geometryOf('polyline', zigzag.slice(0, 200));
    expect(() => {
      for (let times = 0; times < 200; times += 1) work.spend(zigzags, 20);
    }).toThrow('send fewer at once');
  });
});

test('small turns beside the width of a buffer cost nothing, because they are left out of it', () => {
  expect(spend(geometryOf('polyline', shore), 1000)).not.toThrow();
});

test('more vertices than a thread can hold are refused', () => {
  const apart = geometryOf(
    'multipoint',
    many(11_000, (at): Place => [at * 9, 0]),
  );
  expect(spend(apart, 1)).toThrow('too many vertices');
});
