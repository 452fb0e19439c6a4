import fc from 'fast-check';
import geographiclib from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { toWebMercator } from '../../../wire/geometry/web-mercator.ts';
import { groundStretch } from './print-coordinates.ts';
import {
  correction,
  fromPaper,
  locatorOf,
  middleOfTile,
  type PrintFrame,
  readableScale,
  resolutionOf,
  tilesOf,
  toPaper,
} from './print-frame.ts';

const { WGS84 } = geographiclib.Geodesic;
const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

async function frameAt(
  latitude: number,
  longitude: number,
  scale: number,
  rotation = 0,
): Promise<PrintFrame> {
  const centre = { ...toWebMercator({ latitude, longitude }), wkid: 3857 };
  const { stretch, exact } = await groundStretch(centre, 1);
  return { centre, stretch, exact, scale, rotation, width: 200, height: 150 };
}

describe('a map on paper', () => {
  it('has the distance on the ground divided by its scale, in every direction', async () => {
    await fc.assert(
      fc.asyncProperty(
        degrees(-70, 70),
        degrees(-179, 179),
        degrees(0, 360),
        degrees(0, 360),
        async (latitude, longitude, azimuth, rotation) => {
          const frame = await frameAt(latitude, longitude, 1000, rotation);
          const { lat2 = 0, lon2 = 0 } = WGS84.Direct(latitude, longitude, azimuth, 80);
          const wrapped = longitude + ((((lon2 - longitude + 180) % 360) + 360) % 360) - 180;
          const there = toPaper(frame, toWebMercator({ latitude: lat2, longitude: wrapped }));
          const millimetres = Math.hypot(there.x - 100, there.y - 75);
          // 80 m at 1:1,000 are 80 mm.
          expect(Math.abs(millimetres - 80)).toBeLessThan(0.01);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds the place of a point on paper', async () => {
    const frame = await frameAt(51.16, 71.43, 2500, 37);
    for (const point of [
      { x: 0, y: 0 },
      { x: 200, y: 150 },
      { x: 20, y: 130 },
    ]) {
      const back = toPaper(frame, fromPaper(frame, point));
      expect(back.x).toBeCloseTo(point.x, 6);
      expect(back.y).toBeCloseTo(point.y, 6);
    }
  });

  it('stretches the drawn picture by less than a percent to be exact', async () => {
    const frame = await frameAt(51.16, 71.43, 1000);
    const { a, b, d } = correction(frame);
    expect(a * d - b * b).toBeCloseTo(1, 9);
    expect(Math.abs(a / d - 1)).toBeGreaterThan(0.002);
    expect(Math.abs(a / d - 1)).toBeLessThan(0.007);
  });

  it('has no single scale in degrees far from the equator', async () => {
    const { exact } = await groundStretch({ x: 71.43, y: 51.16, wkid: 4326 }, 111_319.49);
    expect(exact).toBe(false);
  });
});

describe('the tiles of a map', () => {
  const size = fc.record({ width: degrees(20, 1200), height: degrees(20, 900) });

  it('cover the map, and none is larger than allowed', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 192, max: 1104 }), (frame, side) => {
        const tiles = tilesOf(frame, side);
        const edges = (axis: 'x' | 'y', length: 'width' | 'height') => ({
          min: Math.min(...tiles.map((tile) => tile[axis] - tile[length] / 2)),
          max: Math.max(...tiles.map((tile) => tile[axis] + tile[length] / 2)),
        });
        const half = { width: (frame.width / 25.4) * 48, height: (frame.height / 25.4) * 48 };
        for (const [axis, length] of [
          ['x', 'width'],
          ['y', 'height'],
        ] as const) {
          const { min, max } = edges(axis, length);
          expect(min).toBeLessThan(-half[length]);
          expect(max).toBeGreaterThan(half[length]);
        }
        expect(Math.max(...tiles.map((tile) => Math.max(tile.width, tile.height)))).toBeLessThanOrEqual(side);
        expect(tiles.every((tile) => tile.width % 16 === 0 && tile.height % 16 === 0)).toBe(true);
      }),
    );
  });

  it('of an A0 page at 300 dpi have at most 4,096 pixels a side', () => {
    const tiles = tilesOf({ width: 1169, height: 801 }, 1104);
    expect(tiles.length).toBeGreaterThan(12);
    expect(Math.max(...tiles.map(({ width }) => ((width + 192) * 300) / 96))).toBeLessThanOrEqual(4096);
  });

  it('have their middle where the picture of the whole map has it', async () => {
    const frame = { ...(await frameAt(0.1, 10, 1000, 30)), stretch: { x: 1, y: 1 } };
    const tile = { x: 160, y: -80, width: 320, height: 320 };
    const place = toPaper(frame, middleOfTile(frame, tile));
    expect(place.x).toBeCloseTo(100 + (160 * 25.4) / 96, 6);
    expect(place.y).toBeCloseTo(75 - (80 * 25.4) / 96, 6);
    expect(resolutionOf(frame)).toBeCloseTo(25.4 / 96, 9);
  });
});

it.each([
  [24_312, 25_000],
  [1000, 1000],
  [1001, 1100],
  [99.2, 100],
  [7.2, 8],
])('a scale of %d is shown as %d', (scale, readable) => {
  expect(readableScale(scale)).toBeCloseTo(readable, 6);
});

it('a locator map shows more of the ground around the same middle', async () => {
  const frame = await frameAt(51.16, 71.43, 1000);
  const locator = locatorOf(frame, { width: 50, height: 40 });
  const { x, y } = toPaper(locator, fromPaper(frame, { x: 0, y: 0 }));
  expect(x).toBeGreaterThan(10);
  expect(y).toBeGreaterThan(10);
  expect(toPaper(locator, frame.centre)).toEqual({ x: 25, y: 20 });
});
