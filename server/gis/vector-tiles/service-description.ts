import { deepestZoom, type ServedTile, type TileAddress } from './tiles/read-tile.ts';
import { currentVersion } from '../feature-server/layer-json.ts';
import type { Envelope } from '../geometry/geometry.ts';

/** A vector tile service, whatever the source of its tiles: an archive, or a hosted layer. */
export interface ServedService {
  describe(): { fullExtent: Envelope } | Promise<{ fullExtent: Envelope }>;
  /** The style, JSON packed with gzip. */
  style(): Promise<Buffer> | Buffer;
  /** Undefined: empty. */
  tile(address: TileAddress): Promise<ServedTile | undefined>;
  /** The tag of a tile before it is made, if known: a client that has it needs no tile. */
  tileTag?(address: TileAddress): string;
  /** One of `sprite.json`, `sprite.png` and their `@2x`. */
  sprite(file: string): Promise<Buffer>;
  /** How long clients may cache tiles and style; the defaults when absent. */
  cacheControl?: string;
}

/** Hosted services change with edits and with their sharing, so caches must revalidate a tile. */
export const revalidate = 'private, max-age=0, must-revalidate';

/**
 * Half the width of the Web Mercator world in metres, as ArcGIS writes the origin of tiles: the SDK's world ends at
 * 20037508.342788905, before `mercatorLimit`.
 */
export const worldHalf = 20_037_508.342787;
const spatialReference = { wkid: 102100, latestWkid: 3857 };
const dotsPerInch = 96;
const inchesPerMetre = 39.37;
const tilePixels = 512;

export interface Described {
  name: string;
  title: string;
  copyright: string;
  /** Web Mercator metres; absent: the world. */
  extent?: Envelope | null;
  itemId?: string | null;
}

/**
 * The source of a style below `resources/styles`. Esri's clients resolve `url` to the service; others, which do not know
 * its description, read `tiles`.
 */
export function styleSource({ copyrightText }: { copyrightText: string }) {
  return {
    type: 'vector' as const,
    url: '../../',
    tiles: ['../../tile/{z}/{y}/{x}.pbf'],
    minzoom: 0,
    maxzoom: deepestZoom,
    attribution: copyrightText,
  };
}

/**
 * The root of a VectorTileServer. The SDK fails without `tiles` and `defaultStyles`; zoom 0 is one tile of 512 pixels. Levels
 * continue below the archive's last one, because the SDK stops zooming at the basemap's last level; the tile reader cuts those
 * tiles out of the last one.
 */
export function describeService({ name, title, copyright, extent, itemId }: Described) {
  const world = { xmin: -worldHalf, ymin: -worldHalf, xmax: worldHalf, ymax: worldHalf };
  const fullExtent = { ...(extent ?? world), spatialReference };
  const lods = Array.from({ length: deepestZoom + 1 }, (_, level) => {
    const resolution = (2 * worldHalf) / tilePixels / 2 ** level;
    return { level, resolution, scale: resolution * dotsPerInch * inchesPerMetre };
  });
  return {
    currentVersion,
    name,
    title,
    ...(itemId && { serviceItemId: itemId }),
    copyrightText: copyright,
    capabilities: 'TilesOnly',
    type: 'indexedVector',
    defaultStyles: 'resources/styles',
    tiles: ['tile/{z}/{y}/{x}.pbf'],
    exportTilesAllowed: false,
    initialExtent: fullExtent,
    fullExtent,
    minScale: lods[0]?.scale,
    maxScale: lods.at(-1)?.scale,
    minzoom: 0,
    maxzoom: deepestZoom,
    minLOD: 0,
    maxLOD: deepestZoom,
    tileInfo: {
      rows: tilePixels,
      cols: tilePixels,
      dpi: dotsPerInch,
      format: 'pbf',
      origin: { x: -worldHalf, y: worldHalf },
      spatialReference,
      lods,
    },
    resourceInfo: { styleVersion: 8, tileCompression: 'gzip' },
  };
}
