import { MappingError } from '../../../../wire/errors.ts';
import { classifyRings, VectorTile, type VectorTileFeature, type VectorTileLayer } from '@mapbox/vector-tile';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { PbfReader } from 'pbf';
import type { Archive, StoredTile } from '../archive/open-archive.ts';
import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import { entityTag } from '../../../platform/http/etag.ts';
import { SharedWork } from '../../../platform/budgets/shared-work.ts';

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

const extent = 4096;
const buffer = 80;

/** A decoded tile from which tiles of any larger zoom below it can be cut. */
interface Recutter {
  cut(address: TileAddress): Uint8Array;
}

/**
 * Prepares a tile to be cut into its descendants (overzoom): geometry is clipped and magnified, nothing is
 * added. Coordinates stay in the unit square of the tile itself, so no precision is lost to degrees.
 */
export function createRecutter(parent: TileAddress, tile: Uint8Array): Recutter {
  const indexes = Object.entries(new VectorTile(new PbfReader(tile)).layers).map(
    ([name, layer]) => [name, indexLayer(layer)] as const,
  );
  return {
    cut({ z, x, y }) {
      const depth = z - parent.z;
      const [left, top] = [parent.x * 2 ** depth, parent.y * 2 ** depth];
      const layers: Record<string, GeoJSONVTTile> = {};
      for (const [name, index] of indexes) {
        const cut = index.getTile(depth, x - left, y - top);
        if (cut && cut.features.length > 0) layers[name] = cut;
      }
      return fromGeojsonVt(layers, { version: 2, extent });
    },
  };
}

function indexLayer(layer: VectorTileLayer): GeoJSONVT {
  const features = Array.from({ length: layer.length }, (_, index) =>
    toUnitSquare(layer.feature(index), layer.extent),
  );
  return new GeoJSONVT(
    { type: 'FeatureCollection', features: features.filter((feature) => feature !== undefined) },
    { coordinates: 'unitSquare', wrap: false, maxZoom: 24, indexMaxZoom: 0, tolerance: 0, extent, buffer },
  );
}

function toUnitSquare(feature: VectorTileFeature, size: number) {
  const parts = feature.loadGeometry();
  const place = (points: { x: number; y: number }[]) => points.map((p) => [p.x / size, p.y / size]);
  const properties = feature.properties;
  const id = feature.id;
  if (feature.type === 1) {
    return {
      type: 'Feature' as const,
      id,
      properties,
      geometry: { type: 'MultiPoint' as const, coordinates: place(parts.flat()) },
    };
  }
  if (feature.type === 2) {
    return {
      type: 'Feature' as const,
      id,
      properties,
      geometry: { type: 'MultiLineString' as const, coordinates: parts.map(place) },
    };
  }
  if (feature.type !== 3) return undefined;
  const coordinates = classifyRings(parts).map((polygon) => polygon.map(place));
  return {
    type: 'Feature' as const,
    id,
    properties,
    geometry: { type: 'MultiPolygon' as const, coordinates },
  };
}

export interface ServedTile {
  /** Bytes to send; `gzip` is true when they are compressed. */
  data: Uint8Array;
  gzip: boolean;
  etag: string;
}

export type TileReader = (address: TileAddress) => Promise<ServedTile | undefined>;

/** A tile as an archive stores it. */
export interface StoredParent {
  /** Of the archive. */
  version: string;
  address: TileAddress;
  bytes: Uint8Array;
  isGzip: boolean;
}

/** Cuts a tile from one at a smaller zoom: gzipped, without bytes when it is empty. */
export type EnlargeTile = (parent: StoredParent, address: TileAddress) => Promise<Buffer>;

const maxCuts = 400;

/**
 * Reads tiles of an archive. Where it has none, the tile is cut from the nearest tile above, so the map
 * continues outside a detailed area and below the last zoom. Undefined: there is nothing at all.
 * @param version of the archive, which no other has
 */
export function tileReader(archive: Archive, version: string, enlarge: EnlargeTile): TileReader {
  const cuts = new LeastRecentlyUsed<ServedTile | 'empty'>(maxCuts);
  const underWay = new SharedWork<ServedTile | 'empty'>();

  return async (address) => {
    const stored = await archive.tile(address.z, address.x, address.y);
    if (stored) return stored.data.length > 0 ? serve(stored) : undefined;
    const key = `${address.z}/${address.x}/${address.y}`;
    let cut = cuts.get(key);
    if (!cut) {
      cut = await underWay.join(key, () => cutFromAbove(address));
      cuts.set(key, cut);
    }
    return cut === 'empty' ? undefined : cut;
  };

  async function cutFromAbove(address: TileAddress): Promise<ServedTile | 'empty'> {
    const { maxZoom, minZoom } = await archive.header();
    for (let z = Math.min(address.z - 1, maxZoom); z >= minZoom; z--) {
      const above = ancestorAt(address, z);
      const stored = await archive.tile(above.z, above.x, above.y);
      if (!stored) continue;
      const parent = { version, address: above, bytes: stored.data, isGzip: stored.gzip };
      const data = await enlarge(parent, address);
      return data.length > 0 ? serve({ data, gzip: true }) : 'empty';
    }
    return 'empty';
  }
}

function serve({ data, gzip }: StoredTile): ServedTile {
  return { data, gzip, etag: entityTag(data) };
}
