import { withServer } from './bench-server.ts';
import { load } from './buildings.ts';
import { longestPause } from './event-loop.ts';
import { row, type FeatureServiceRow, step, time, type Window, windows } from './feature-service-rows.ts';
import { tile } from './window-request.ts';

/** Zooms of a country, a region, a city, a district and a street. */
const zooms = [6, 8, 10, 12, 14, 16];

export interface TileRow extends FeatureServiceRow {
  /** Longest event-loop delay in milliseconds. */
  pause: number;
}

/**
 * Vector tiles of a hosted layer: cut for the first time, and cached.
 * @param root address of the VectorTileServer
 * @param side the width of the layer in degrees; it begins at 0° 0°
 */
async function measureTiles(root: string, size: number, side: number): Promise<TileRow[]> {
  const measured: TileRow[] = [];
  for (const zoom of zooms) {
    const count = 2 ** zoom;
    const addresses = new Set<string>();
    for (const { x, y } of windows(size, 1)) {
      if (x > side || y > side) continue;
      const latitude = (Math.asinh(Math.tan((y * Math.PI) / 180)) / Math.PI) * 180;
      addresses.add(
        `${zoom}/${Math.floor(((180 - latitude) / 360) * count)}/${Math.floor(((x + 180) / 360) * count)}`,
      );
    }
    const requested = [...addresses].slice(0, 40);
    const ask = async (address: string) => {
      const response = await fetch(`${root}/tile/${address}.pbf`);
      if (response.status !== 200 && response.status !== 204)
        throw new Error(`Tile ${address}: ${response.status}`);
      return Math.round((await response.arrayBuffer()).byteLength / 1000);
    };
    for (const state of ['cold', 'kept']) {
      let times = { answer: 0, p50: 0, p95: 0 };
      const pause = await longestPause(async () => {
        times = await time(requested, ask, 0);
      });
      measured.push({ ...row(`tile of zoom ${zoom}, ${state} (kB)`, size, times), pause });
    }
  }
  return measured;
}

/** Tiles and the largest responses: the duration of each, and the event-loop delay meanwhile. */
export async function benchTiles(sizes: readonly number[] = [32_000, 1_000_000]): Promise<TileRow[]> {
  const rows: TileRow[] = [];
  await withServer(async ({ database, root }) => {
    for (const size of sizes) {
      await load(database, size);
      rows.push(
        ...(await measureTiles(`${root}/Bench${size}/VectorTileServer`, size, Math.sqrt(size) * step)),
      );
      rows.push(...(await measureLarge(`${root}/Bench${size}/FeatureServer/0/query`, size)));
    }
  });
  return rows;
}

/** Seven thousand buildings in one response, and as many compared one by one with a polygon. */
async function measureLarge(url: string, size: number): Promise<TileRow[]> {
  const requested = windows(size, 85).slice(0, 20);
  const triangle = ({ x, y, size: wide }: Window) => ({
    f: 'json',
    returnIdsOnly: 'true',
    geometryType: 'esriGeometryPolygon',
    geometry: JSON.stringify({
      rings: [
        [
          [x, y],
          [x + wide / 2, y + wide],
          [x + wide, y],
          [x, y],
        ],
      ],
    }),
  });
  const queries: [string, (window: Window) => URLSearchParams][] = [
    ['7,000 buildings, f=pbf, tile', (window) => tile(window, 'pbf')],
    ['7,000 buildings, f=json, tile', (window) => tile(window, 'json')],
    ['buildings that meet a triangle, ids', (window) => new URLSearchParams(triangle(window))],
    [
      'buildings within a triangle, ids',
      (window) => new URLSearchParams({ ...triangle(window), spatialRel: 'esriSpatialRelContains' }),
    ],
  ];
  const rows: TileRow[] = [];
  for (const [name, query] of queries) {
    const ask = async (window: Window) => {
      const response = await fetch(url, { method: 'POST', body: query(window) });
      return Math.round((await response.arrayBuffer()).byteLength / 1000);
    };
    await time(requested, ask, 3);
    let times = { answer: 0, p50: 0, p95: 0 };
    const pause = await longestPause(async () => {
      times = await time(requested, ask, 0);
    });
    rows.push({ ...row(`${name} (kB)`, size, times), pause });
  }
  return rows;
}
