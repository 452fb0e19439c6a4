import { describe, expect, it } from 'vitest';
import { gridLabel, gridLines, type GridSystem } from './grid-lines.ts';
import type { PrintFrame } from './print-frame.ts';

const frame: PrintFrame = {
  centre: { x: 5012, y: 2034, wkid: 28_992 },
  stretch: { x: 1, y: 1 },
  exact: true,
  scale: 1000,
  rotation: 0,
  width: 200,
  height: 150,
};
const same: GridSystem = { toGrid: (point) => point, toMap: (point) => point, degrees: false };

describe('a coordinate grid', () => {
  it('has lines at round coordinates, as far apart on paper as the scale requires', () => {
    const lines = gridLines(frame, same);
    const of = (axis: 'x' | 'y') => lines.filter((line) => line.axis === axis);
    expect(of('x').map(({ value }) => value)).toEqual([4950, 5000, 5050, 5100]);
    expect(of('y').map(({ value }) => value)).toEqual([2000, 2050, 2100]);
    const left = of('x').map(({ parts }) => parts[0]?.[0]?.x ?? 0);
    // 50 m at 1:1,000 are 50 mm.
    expect(left.slice(1).map((x, index) => x - (left[index] ?? 0))).toEqual([50, 50, 50]);
  });

  it('ends at the edges of the map, also of a turned one', () => {
    const points = gridLines({ ...frame, rotation: 25 }, same).flatMap(({ parts }) => parts.flat());
    expect(points.length).toBeGreaterThan(10);
    for (const { x, y } of points) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-9);
      expect(x).toBeLessThanOrEqual(200 + 1e-9);
      expect(y).toBeLessThanOrEqual(150 + 1e-9);
    }
  });

  it('has whole minutes and seconds in degrees', () => {
    const perMetre = 1 / 111_000;
    const degrees: GridSystem = {
      toGrid: ({ x, y }) => ({ x: x * perMetre, y: y * perMetre }),
      toMap: ({ x, y }) => ({ x: x / perMetre, y: y / perMetre }),
      degrees: true,
    };
    for (const { value } of gridLines(frame, degrees)) {
      const seconds = value * 3600;
      expect(Math.abs(seconds - Math.round(seconds))).toBeLessThan(1e-6);
    }
  });

  // Web Mercator, which the SDK converts to degrees from -180 to 180 in every copy of the world.
  it.each([1, -1])('continues beyond 180 degrees (%d)', (side) => {
    const perDegree = 111_319.490_793;
    const wrap = (x: number) => x - 360 * Math.floor((x + 180) / 360);
    const mercator: GridSystem = {
      toGrid: ({ x, y }) => ({ x: wrap(x / perDegree), y: y / perDegree }),
      toMap: ({ x, y }) => ({ x: x * perDegree, y: y * perDegree }),
      degrees: true,
    };
    const centre = { x: side * 180 * perDegree, y: 0, wkid: 3857 };
    const lines = gridLines({ ...frame, centre, scale: 10_000_000 }, mercator);
    const east = lines.filter(({ axis }) => axis === 'x');
    expect(east.map((line) => gridLabel(line))).toEqual(['175°E', '180°E', '175°W']);
    expect(east.map(({ parts }) => Math.round(parts[0]?.[0]?.x ?? 0))).toEqual([44, 100, 156]);
    expect(lines.filter(({ axis }) => axis === 'y').map((line) => gridLabel(line))).toEqual([
      '5°S',
      '0°',
      '5°N',
    ]);
  });

  it('has no lines where its system does not reach', () => {
    expect(gridLines(frame, { ...same, toGrid: () => undefined })).toEqual([]);
  });
});

it.each([
  ['x', 71.425, '71°25′30″E'],
  ['y', -33.5, '33°30′S'],
  ['x', -10, '10°W'],
  ['y', 0, '0°'],
] as const)('a line of degrees at %s = %d is labelled %s', (axis, value, label) => {
  expect(gridLabel({ axis, value })).toBe(label);
});
