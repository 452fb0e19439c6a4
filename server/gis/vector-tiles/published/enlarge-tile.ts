import { gunzipSync, gzipSync } from 'node:zlib';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import { createRecutter, type StoredParent, type TileAddress } from '../tiles/read-tile.ts';

/** Neighbouring tiles have the same parent. */
const maxParents = 4;
const parents = new LeastRecentlyUsed<ReturnType<typeof createRecutter>>(maxParents);

/**
 * Cuts a tile from one at a smaller zoom; runs in a thread, because a tile may have very many vertices.
 * @returns gzipped, without bytes when it is empty
 * @throws MappingError `services:bad-archive` (400) for a tile that cannot be decoded
 */
export function enlargeTile(parent: StoredParent, address: TileAddress): Uint8Array {
  const { z, x, y } = parent.address;
  const key = `${parent.version}/${z}/${x}/${y}`;
  try {
    let cutter = parents.get(key);
    if (!cutter) {
      const { bytes, isGzip } = parent;
      cutter = createRecutter(
        parent.address,
        isGzip ? gunzipSync(bytes, { maxOutputLength: limits.tileBytes }) : bytes,
      );
      parents.set(key, cutter);
    }
    const tile = cutter.cut(address);
    return tile.length === 0 ? tile : gzipSync(tile);
  } catch (cause) {
    throw new MappingError('services:bad-archive', 'The tile of the archive cannot be decoded.', {
      status: 400,
      cause,
    });
  }
}
