import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { limits } from '../../../limits.ts';
import { SharedWork } from '../../../platform/budgets/shared-work.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { serviceNotFound } from '../../feature-server/rights.ts';
import type { HostedService } from '../../layer/layer.ts';
import { findTiles, readArchive, type ServiceTiles } from '../../storage/tile-set-store.ts';
import { findEntry, parseDirectory, type TileDirectory } from '../../tile-archive/tile-directory.ts';
import { deepestLeaf, extentOf, type Place } from '../../tile-archive/tile-set.ts';
import { makeSprite } from '../hosted/sprite.ts';
import type { TileThreads } from '../hosted/tile-threads.ts';
import { describeService, revalidate, type ServedService } from '../service-description.ts';
import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import { ancestorAt, type TileAddress } from '../tiles/read-tile.ts';
import { publishedStyle } from './published-style.ts';

/** Serves the tiles of archives that members have published. */
export type PublishedTiles = (service: HostedService) => Promise<ServedService>;

const unpack = promisify(gunzip);

/**
 * Reads tiles from the parts of the archive in the database: its directories, which stay in memory, and the bytes of the tile.
 * @param threads enlarge tiles of the last zoom level, for clients that request smaller ones
 */
export function publishedTiles(database: Database, threads: TileThreads): PublishedTiles {
  const directories = new LeastRecentlyUsed<TileDirectory>(
    limits.cachedTileEntries,
    ({ ids }) => ids.length + 100,
  );
  const directoriesUnderWay = new SharedWork<TileDirectory>();
  const enlarged = new LeastRecentlyUsed<Buffer>(limits.enlargedTilesBytes, (tile) => tile.length + 200);
  const enlarging = new SharedWork<Buffer>();

  async function readDirectory(tiles: ServiceTiles, place: Place): Promise<TileDirectory> {
    const key = `${tiles.version}/${place.offset}`;
    const known = directories.get(key);
    if (known) return known;
    const directory = await directoriesUnderWay.join(key, async () => {
      const bytes = await readArchive(database, tiles, place);
      if (!tiles.tileSet.packed.directories) return parseDirectory(bytes);
      return parseDirectory(await unpack(bytes, { maxOutputLength: limits.tileDirectoryBytes }));
    });
    directories.set(key, directory);
    return directory;
  }

  /** The stored bytes of a tile; undefined where the archive has none. */
  async function readTile(tiles: ServiceTiles, { z, x, y }: TileAddress): Promise<Buffer | undefined> {
    const { root, leaves, tiles: data, minZoom, maxZoom } = tiles.tileSet;
    if (z < minZoom || z > maxZoom) return undefined;
    const id = zxyToTileId(z, x, y);
    let place = root;
    for (let depth = 0; depth <= deepestLeaf; depth += 1) {
      const entry = findEntry(await readDirectory(tiles, place), id);
      if (!entry) return undefined;
      const { offset, length } = entry;
      if (!entry.isDirectory) return readArchive(database, tiles, { offset: data.offset + offset, length });
      place = { offset: leaves.offset + offset, length };
    }
    return undefined;
  }

  async function enlarge(tiles: ServiceTiles, address: TileAddress): Promise<Buffer | undefined> {
    const key = `${tiles.version}/${address.z}/${address.x}/${address.y}`;
    let tile = enlarged.get(key);
    if (!tile) {
      tile = await enlarging.join(key, async () => {
        const parent = ancestorAt(address, tiles.tileSet.maxZoom);
        const bytes = await readTile(tiles, parent);
        if (!bytes) return Buffer.alloc(0);
        const isGzip = tiles.tileSet.packed.tiles;
        return threads.make({ parent: { address: parent, bytes, isGzip, version: tiles.version }, address });
      });
      enlarged.set(key, tile);
    }
    return tile.length === 0 ? undefined : tile;
  }

  return async (service) => {
    const tiles = await findTiles(database, service.id);
    if (!tiles) throw serviceNotFound();
    const { tileSet, version } = tiles;
    const { name, copyright, itemId } = service;
    const description = {
      ...describeService({ name, title: name, copyright, extent: extentOf(tileSet), itemId }),
      minzoom: tileSet.minZoom,
      vector_layers: tileSet.layers.map((layer) => ({
        id: layer.name,
        minzoom: layer.minZoom,
        maxzoom: layer.maxZoom,
        fields: Object.fromEntries(layer.fields.map((field) => [field, ''])),
      })),
    };
    const tileTag: Required<ServedService>['tileTag'] = ({ z, x, y }) => `"${version}-${z}-${x}-${y}"`;
    return {
      cacheControl: revalidate,
      describe: () => description,
      style: () => gzipSync(JSON.stringify(publishedStyle(name, description, tileSet))),
      tileTag,
      async tile(address) {
        const isDeeper = address.z > tileSet.maxZoom;
        const data = await (isDeeper ? enlarge(tiles, address) : readTile(tiles, address));
        return data && { data, gzip: isDeeper || tileSet.packed.tiles, etag: tileTag(address) };
      },
      async sprite(file) {
        const { index, image } = await makeSprite([], file.includes('@2x') ? 2 : 1);
        return file.endsWith('.png') ? image : Buffer.from(JSON.stringify(index));
      },
    };
  };
}
