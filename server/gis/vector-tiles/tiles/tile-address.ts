import { MappingError } from '../../../../wire/errors.ts';

/** One tile of the world's quadtree: column from the west, row from the north. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Deepest zoom that is served: street furniture size. */
export const deepestZoom = 22;

/** Reads an address as ArcGIS writes it, `tile/{z}/{y}/{x}.pbf`; 400 when malformed, 404 outside the world. */
export function readTileAddress(parts: { z: string; y: string; x: string }): TileAddress {
  const column = /^(\d{1,8})\.(?:pbf|mvt)$/.exec(parts.x)?.[1];
  if (column === undefined || !/^\d{1,2}$/.test(parts.z) || !/^\d{1,8}$/.test(parts.y)) {
    throw new MappingError('services:bad-tile-address', 'A tile address is tile/{z}/{y}/{x}.pbf.', {
      status: 400,
    });
  }
  const address = { z: Number(parts.z), x: Number(column), y: Number(parts.y) };
  const size = 2 ** address.z;
  if (address.z > deepestZoom || address.x >= size || address.y >= size) {
    throw new MappingError('services:no-such-tile', 'Tile not found.', { status: 404 });
  }
  return address;
}

/** The tile that contains this one at a smaller zoom. */
export function ancestorAt(address: TileAddress, z: number): TileAddress {
  const shrink = 2 ** (address.z - z);
  return { z, x: Math.floor(address.x / shrink), y: Math.floor(address.y / shrink) };
}
