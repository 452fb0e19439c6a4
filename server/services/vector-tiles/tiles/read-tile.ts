import { gunzipSync, gzipSync } from 'node:zlib';
import type { Archive, StoredTile } from '../archive/open-archive.ts';
import { entityTag } from '../send-cached.ts';
import { LeastRecentlyUsed } from './least-recently-used.ts';
import { recutter, type Recutter } from './recut.ts';
import { ancestorAt, type TileAddress } from './tile-address.ts';

export interface ServedTile {
  /** Bytes for the wire; `gzip` says whether they are packed. */
  data: Uint8Array;
  gzip: boolean;
  etag: string;
}

export type TileReader = (address: TileAddress) => Promise<ServedTile | undefined>;

/** Few parents are in use at a time: those under the views people look at. */
const parentsKept = 12;
const cutsKept = 400;

/**
 * Reads tiles of an archive. Where it has none, the tile is cut from the nearest tile above, so the world goes on
 * outside a detailed area and below the last zoom. Undefined: nothing at all is there.
 */
export function tileReader(archive: Archive): TileReader {
  const parents = new LeastRecentlyUsed<Recutter>(parentsKept);
  const cuts = new LeastRecentlyUsed<ServedTile | 'empty'>(cutsKept);

  return async (address) => {
    const stored = await archive.tile(address.z, address.x, address.y);
    if (stored) return stored.data.length > 0 ? serve(stored) : undefined;
    const key = `${address.z}/${address.x}/${address.y}`;
    let cut = cuts.get(key);
    if (!cut) {
      cut = await cutFromAbove(address);
      cuts.set(key, cut);
    }
    return cut === 'empty' ? undefined : cut;
  };

  async function cutFromAbove(address: TileAddress): Promise<ServedTile | 'empty'> {
    const { maxZoom, minZoom } = await archive.header();
    for (let z = Math.min(address.z - 1, maxZoom); z >= minZoom; z--) {
      const above = ancestorAt(address, z);
      const key = `${above.z}/${above.x}/${above.y}`;
      let parent = parents.get(key);
      if (!parent) {
        const stored = await archive.tile(above.z, above.x, above.y);
        if (!stored) continue;
        parent = recutter(above, stored.gzip ? gunzipSync(stored.data) : stored.data);
        parents.set(key, parent);
      }
      const data = parent.cut(address);
      return data.length > 0 ? serve({ data: gzipSync(data), gzip: true }) : 'empty';
    }
    return 'empty';
  }
}

function serve({ data, gzip }: StoredTile): ServedTile {
  return { data, gzip, etag: entityTag(data) };
}
