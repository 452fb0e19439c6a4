import { describe, expect, test } from 'vitest';
import { readEsriGeometry, writeEsriGeometry } from './esri-json.ts';
import { readGeoJson } from './geojson.ts';
import type { Geometry } from './geometry.ts';
import { signedArea } from './rings.ts';
import { splitRing } from './split-ring.ts';

type Place = number[];
const read = (rings: Place[][], more = {}) => readEsriGeometry({ rings, ...more }, 'g');

/** The signed area of each ring; outer rings count, holes are negative. */
function areasOf({ coordinates, parts }: Geometry, stride = 2): number[] {
  let at = 0;
  return parts.map((count) => {
    const area = -signedArea(coordinates, stride, at, (at += count * stride)) / 2;
    return Math.round(area * 1e6) / 1e6;
  });
}

const bow = (x: number, y: number, size: number): Place[] => [
  [x, y],
  [x + size, y + size],
  [x + size, y],
  [x, y + size],
  [x, y],
];
const square = (x: number, y: number, size: number): Place[] => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];

describe('polygons whose rings cancel out', () => {
  /** What PostGIS returns for ST_MakeValid: the area of each ring, holes negative. */
  test.each<[string, Place[][], number[]]>([
    ['a symmetric bow tie is two triangles', [bow(0, 0, 2)], [1, 1]],
    ['a bow tie that is not closed', [bow(0, 0, 2).slice(0, -1)], [1, 1]],
    [
      'two squares that touch in a vertex',
      [[...square(0, 0, 2), ...square(0, 0, -2).toReversed().slice(1)]],
      [4, 4],
    ],
    ['a bow tie beside a square', [square(10, 0, 2), bow(0, 0, 2)], [4, 1, 1]],
    ['a bow tie in a square is two holes', [square(-1, -1, 4), bow(0, 0, 2)], [16, -1, -1]],
    ['a square in one half of a bow tie is its hole', [bow(0, 0, 20), square(2, 9, 1)], [100, -1, 100]],
    [
      'a chain of four crossings',
      [
        [
          [0, 0],
          [1, 1],
          [2, 0],
          [3, 1],
          [4, 0],
          [4, 1],
          [3, 0],
          [2, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
      [0.25, 0.5, 0.5, 0.5, 0.25],
    ],
    [
      'edges that overlap',
      [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [2, 0],
          [4, 0],
          [4, -2],
          [2, -2],
          [2, 0],
          [0, 0],
          [0, 2],
          [-2, 2],
          [-2, 0],
          [0, 0],
        ],
      ],
      [4, 4],
    ],
  ])('%s', (_name, rings, expected) => {
    expect(areasOf(read(rings) as Geometry).toSorted()).toEqual(expected.toSorted());
  });

  test.each<[string, Place[]]>([
    [
      'a point',
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ],
    [
      'a line',
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ],
    ],
    [
      'a way there and back',
      [
        [0, 0],
        [1, 1],
        [2, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  ])('%s encloses nothing', (_name, ring) => {
    expect(read([ring])).toBeNull();
    expect(readGeoJson({ type: 'Polygon', coordinates: [ring] }, 'g')).toBeNull();
  });

  test('are split in GeoJSON, outer rings and holes alike', () => {
    const coordinates = [[bow(0, 0, 2)], [square(9, -1, 4), bow(10, 0, 2)]];
    const polygon = readGeoJson({ type: 'MultiPolygon', coordinates }, 'g') as Geometry;
    expect(areasOf(polygon)).toEqual([1, 1, 16, -1, -1]);
  });

  test('have heights and measures where they cross', () => {
    const ring = bow(0, 0, 2).map(([x, y], index) => [x as number, y as number, index * 10, index]);
    const polygon = read([ring], { hasZ: true, hasM: true }) as Geometry;
    expect(areasOf(polygon, 4)).toEqual([1, 1]);
    const { rings } = writeEsriGeometry(polygon) as { rings: Place[][] };
    for (const each of rings) expect(each).toContainEqual([1, 1, 5, 0.5]);
  });

  test('are left as they are where halves differ', () => {
    const ring = [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 4],
      [0, 0],
    ];
    expect((read([ring]) as Geometry).parts).toEqual([5]);
  });
});

test('a ring whose edges all cross each other is not split', () => {
  const star = Array.from({ length: 3000 }, (_none, index) =>
    index % 2 === 0 ? [0, index] : [1000, 3000 - index],
  );
  expect(splitRing([...star, ...star.toReversed()].flat(), 2)).toEqual([]);
});
