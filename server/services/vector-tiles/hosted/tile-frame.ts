import type { Envelope } from '../../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import type { TileAddress } from '../tiles/tile-address.ts';

/** Half the width of the Web Mercator world in metres. */
const half = 20_037_508.342787;

/** Units of a tile's grid, and the buffer beyond each edge in these units, so that outlines don't show there. */
export const tileExtent = 4096;
export const tileBuffer = 80;
/** Pixels of a drawn tile. */
export const tilePixels = 512;

/** The position of a tile in Web Mercator metres: its upper left corner and its side. */
export interface TileFrame {
  left: number;
  top: number;
  side: number;
}

export function frameOf({ z, x, y }: TileAddress): TileFrame {
  const side = (2 * half) / 2 ** z;
  return { left: x * side - half, top: half - y * side, side };
}

/** The envelope of a tile with its buffer in a layer's spatial reference; null if the tile lies outside its area. */
export function coverOf({ left, top, side }: TileFrame, wkid: number): Envelope | null {
  const more = (side * tileBuffer) / tileExtent;
  const cover = { xmin: left - more, ymin: top - side - more, xmax: left + side + more, ymax: top + more };
  return projectEnvelope(cover, projectorBetween(3857, wkid));
}
