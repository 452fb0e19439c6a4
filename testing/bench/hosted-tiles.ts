import { longestPause } from './event-loop.ts';
import { row, type FeatureServiceRow, time, windows } from './feature-service-rows.ts';

/** Zooms of a country, of a region, of a city, of a quarter and of a street. */
const zooms = [6, 8, 10, 12, 14, 16];

export interface TileRow extends FeatureServiceRow {
  /** Milliseconds for which the thread answered nobody, at the longest. */
  pause: number;
}

/**
 * Vector tiles of a hosted layer: cut for the first time, and kept.
 * @param root address of the VectorTileServer
 * @param side the width of the layer in degrees; it begins at 0° 0°
 */
export async function measureTiles(root: string, size: number, side: number): Promise<TileRow[]> {
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
    const asked = [...addresses].slice(0, 40);
    const ask = async (address: string) => {
      const response = await fetch(`${root}/tile/${address}.pbf`);
      if (response.status !== 200 && response.status !== 204)
        throw new Error(`Tile ${address}: ${response.status}`);
      return Math.round((await response.arrayBuffer()).byteLength / 1000);
    };
    for (const state of ['cold', 'kept']) {
      let times = { answer: 0, p50: 0, p95: 0 };
      const pause = await longestPause(async () => {
        times = await time(asked, ask, 0);
      });
      measured.push({ ...row(`tile of zoom ${zoom}, ${state} (kB)`, size, times), pause });
    }
  }
  return measured;
}
