import { MappingError } from '../../../wire/errors.ts';
import type { Envelope } from '../geometry/geometry.ts';
import { deepestZoom } from './tiles/read-tile.ts';
import { worldHalf } from './service-description.ts';

/** Tiles per side of a tilemap. Clients request 8 to 32. */
const largest = 128;

export interface TilemapAddress {
  z: number;
  top: number;
  left: number;
  width: number;
  height: number;
}

/**
 * Reads `tilemap/{z}/{row}/{column}/{width}/{height}`.
 * @throws MappingError `services:bad-tile-address` (400), `services:no-such-tile` (404) outside the world
 */
export function readTilemapAddress(
  parts: Readonly<Record<'z' | 'y' | 'x' | 'width' | 'height', string>>,
): TilemapAddress {
  const { z, y, x, width, height } = parts;
  const numbers = [z, y, x, width, height];
  const sizes = [Number(width), Number(height)];
  if (!numbers.every((part) => /^\d{1,8}$/.test(part)) || sizes.some((size) => size < 1 || size > largest))
    throw new MappingError(
      'services:bad-tile-address',
      `A tilemap address is tilemap/{z}/{row}/{column}/{width}/{height}, of at most ${largest} tiles per side.`,
      { status: 400 },
    );
  const size = 2 ** Number(z);
  if (Number(z) > deepestZoom || Number(x) >= size || Number(y) >= size)
    throw new MappingError('services:no-such-tile', 'Tile not found.', { status: 404 });
  return { z: Number(z), top: Number(y), left: Number(x), width: Number(width), height: Number(height) };
}

/**
 * Which tiles of a block may have content: those that meet the service's extent (Web Mercator metres). Rows from
 * north to south; a block at the edge of the world is cut there.
 */
export function tilemap({ z, top, left, width, height }: TilemapAddress, extent: Envelope): object {
  const size = 2 ** z;
  const [columns, rows] = [Math.min(width, size - left), Math.min(height, size - top)];
  const side = (2 * worldHalf) / size;
  const data: number[] = [];
  for (let row = top; row < top + rows; row += 1) {
    const north = worldHalf - row * side;
    for (let column = left; column < left + columns; column += 1) {
      const west = column * side - worldHalf;
      const meets =
        west <= extent.xmax &&
        west + side >= extent.xmin &&
        north >= extent.ymin &&
        north - side <= extent.ymax;
      data.push(meets ? 1 : 0);
    }
  }
  return {
    adjusted: columns !== width || rows !== height,
    location: { left, top, width: columns, height: rows },
    data,
  };
}
