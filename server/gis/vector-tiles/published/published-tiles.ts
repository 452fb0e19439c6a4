import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { limits } from '../../../limits.ts';
import { SharedWork } from '../../../platform/budgets/shared-work.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { serviceNotFound } from '../../feature-server/rights.ts';
import type { HostedService } from '../../layer/layer.ts';
import { findArchive, findTiles, readArchive, type ServiceTiles } from '../../storage/tile-set-store.ts';
import { findEntry, parseDirectory, type TileDirectory } from '../../tile-archive/tile-directory.ts';
import { deepestLeaf, extentOf, type Place, type TileSet } from '../../tile-archive/tile-set.ts';
import { makeSprite } from '../hosted/sprite.ts';
import type { TileThreads } from '../hosted/tile-threads.ts';
import { describeService, revalidate, type ServedService } from '../service-description.ts';
import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import { ancestorAt, type TileAddress } from '../tiles/read-tile.ts';
import { publishedStyle } from './published-style.ts';

/** Serves the tiles of archives that members have published. */
export type PublishedTiles = (service: HostedService) => Promise<ServedService>;

const unpack = promisify(gunzip);
const pack = promisify(gzip);

/**
 * Reads tiles from the parts of the archive in the database: its description and its directories, which stay in memory, and the
 * bytes of the tile.
 * @param threads enlarge tiles of the last zoom level, for clients that request smaller ones
 */
export function publishedTiles(database: Database, threads: TileThreads): PublishedTiles {
  const descriptions = new LeastRecentlyUsed<ServiceTiles>(limits.cachedTileSetBytes, bytesOf);
  const descriptionsUnderWay = new SharedWork<ServiceTiles>();
  const directories = new LeastRecentlyUsed<TileDirectory>(
    limits.cachedTileEntries,
    ({ ids }) => ids.length + 100,
  );
  const directoriesUnderWay = new SharedWork<TileDirectory>();
  const enlarged = new LeastRecentlyUsed<Buffer>(limits.enlargedTilesBytes, (tile) => tile.length + 200);
  const enlarging = new SharedWork<Buffer>();

  /** A description is that of a version, so it is read and parsed once for many tiles. */
  async function readTiles({ id }: HostedService): Promise<ServiceTiles> {
    const archive = await findArchive(database, id);
    if (!archive) throw serviceNotFound();
    const known = descriptions.get(`${id}/${archive.version}`);
    if (known) return known;
    const tiles = await descriptionsUnderWay.join(`${id}/${archive.version}`, async () => {
      const found = await findTiles(database, id);
      if (!found) throw serviceNotFound();
      return found;
    });
    descriptions.set(`${id}/${tiles.version}`, tiles);
    return tiles;
  }

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
    const tiles = await readTiles(service);
    const { tileSet, version } = tiles;
    const { name, copyright } = service;
    const tileTag: Required<ServedService>['tileTag'] = ({ z, x, y }) => `"${version}-${z}-${x}-${y}"`;
    return {
      cacheControl: revalidate,
      // Not for tiles, which are requested by the dozen.
      describe: () => descriptionOf(service, tileSet),
      style: () => pack(JSON.stringify(publishedStyle(name, { copyrightText: copyright }, tileSet))),
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

function descriptionOf({ name, copyright, itemId }: HostedService, tileSet: TileSet) {
  return {
    ...describeService({ name, title: name, copyright, extent: extentOf(tileSet), itemId }),
    minzoom: tileSet.minZoom,
    vector_layers: tileSet.layers.map((layer) => ({
      id: layer.name,
      minzoom: layer.minZoom,
      maxzoom: layer.maxZoom,
      fields: Object.fromEntries(layer.fields.map((field) => [field, ''])),
    })),
  };
}

/** About as many as the description of an archive takes in memory. */
function bytesOf({ tileSet }: ServiceTiles): number {
  const textBytes = (text: string) => 50 + 2 * text.length;
  const layerBytes = tileSet.layers.map(({ name, fields }) => [name, ...fields].map(textBytes));
  return layerBytes.flat().reduce((sum, bytes) => sum + bytes, 1000);
}
