import { row, type FeatureServiceRow, time, windows } from './feature-service-rows.ts';

/** Zooms of a city, of a quarter and of a street. */
const zooms = [10, 12, 14, 16];

/**
 * Vector tiles of a hosted layer: cut for the first time, and kept.
 * @param root address of the VectorTileServer
 * @param side the width of the layer in degrees; it begins at 0° 0°
 */
export async function measureTiles(root: string, size: number, side: number): Promise<FeatureServiceRow[]> {
  const measured: FeatureServiceRow[] = [];
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
    measured.push(row(`tile of zoom ${zoom}, cold (kB)`, size, await time(asked, ask, 0)));
    measured.push(row(`tile of zoom ${zoom}, kept (kB)`, size, await time(asked, ask, 0)));
  }
  return measured;
}
