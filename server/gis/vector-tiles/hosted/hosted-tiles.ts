import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { SharedWork } from '../../../platform/budgets/shared-work.ts';
import { limits } from '../../../limits.ts';
import { type HostedLayer, type HostedService, stateOf } from '../../layer/layer.ts';
import { type Envelope, joinEnvelopes } from '../../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import type { TileAddress } from '../tiles/read-tile.ts';
import { hostedStyle, readDrawings, type TiledLayer } from './drawing/hosted-style.ts';
import { makeSprite, type PixelRatio, type Sprite } from './sprite.ts';
import type { StoredTiles } from './stored-tiles.ts';
import type { TileThreads } from './tile-threads.ts';

const pack = promisify(gzip);

/**
 * A service's layers as tiles show them, and a tag that changes with every edit and every change of drawing
 * info.
 */
export interface TiledService {
  service: HostedService;
  layers: readonly TiledLayer[];
  tag: string;
  /** Whether it lacks layers of the service: others were wanted, or the caller may not read them. */
  isPart: boolean;
}

export interface HostedTiles {
  /** The tile, gzipped; undefined when it is empty. */
  tile(tiled: TiledService, address: TileAddress): Promise<Buffer | undefined>;
  sprite(tiled: TiledService, pixelRatio: PixelRatio): Promise<Sprite>;
  /** The style, gzipped JSON. */
  style(tiled: TiledService): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * The parts of a service in its tiles: its layers with geometry, each under its own name.
 * @param found the service with all of its layers
 * @param readable those that the caller may read
 * @param wanted the ids of the layers to include; all when absent
 */
export function tiledService(
  { service, layers }: { service: HostedService; layers: readonly HostedLayer[] },
  readable: readonly HostedLayer[],
  wanted?: ReadonlySet<number>,
): TiledService {
  const shown = readable.filter(hasGeometry);
  const names = shown.map(({ name }) => name);
  const nameOf = (layer: HostedLayer) =>
    shown[names.indexOf(layer.name)] === layer ? layer.name : `${layer.name} (${layer.layerId})`;
  const spatial = shown.filter(({ layerId }) => wanted?.has(layerId) ?? true);
  const hash = createHash('sha256');
  for (const layer of spatial) {
    const { tableName, drawingInfo, displayField, minScale, maxScale, viewDefinition, moment } = layer;
    // What such a view shows changes by itself; its tiles are a minute old at most.
    const minute = viewDefinition?.isVolatile ? Math.floor(Date.now() / 60_000) : 0;
    hash.update(
      JSON.stringify([
        nameOf(layer),
        tableName,
        stateOf(layer),
        drawingInfo,
        displayField,
        minScale,
        maxScale,
        minute,
        moment,
      ]),
    );
  }
  return {
    service,
    layers: spatial.map((layer) => ({ name: nameOf(layer), layer })),
    tag: hash.digest('base64url').slice(0, 22),
    isPart: spatial.length < layers.filter(hasGeometry).length,
  };
}

/** The extent of layers in Web Mercator metres, as they were measured; null without features. */
export function extentOf(layers: readonly HostedLayer[]): Envelope | null {
  return layers
    .map(({ extent, wkid }) => (extent ? projectEnvelope(extent, projectorBetween(wkid, 3857)) : null))
    .reduce(joinEnvelopes, null);
}

function hasGeometry({ geometryType }: HostedLayer): boolean {
  return geometryType !== null;
}

/** Each credit of a service and its layers, once. */
export function creditsOf({ service, layers }: Pick<TiledService, 'service' | 'layers'>): string {
  const credits = new Set([service.copyright, ...layers.map(({ layer }) => layer.copyright)]);
  return [...credits].filter((text) => text !== '').join('; ');
}

/**
 * Cuts tiles from the tables of hosted layers, and caches them until the layer is edited: the latest in memory, and in files
 * if there is a store.
 */
export function hostedTiles(threads: TileThreads, stored?: StoredTiles): HostedTiles {
  const cached = new LeastRecentlyUsed<Buffer>(limits.vectorTilesBytes, (tile) => tile.length + 200);
  const underWay = new SharedWork<Buffer>();
  const sprites = new LeastRecentlyUsed<Sprite>(limits.spritesBytes, ({ image }) => image.length + 2000);
  const spritesUnderWay = new SharedWork<Sprite>();
  const styles = new LeastRecentlyUsed<Buffer>(limits.stylesBytes, (style) => style.length + 2000);
  const stylesUnderWay = new SharedWork<Buffer>();
  const writing = new Set<Promise<void>>();

  async function make(tiled: TiledService, address: TileAddress): Promise<Buffer> {
    const tilesOf = { serviceId: tiled.service.id, tag: tiled.tag };
    const files = isLasting(tiled) ? stored : undefined;
    const before = await files?.read(tilesOf, address);
    if (before) return before;
    const layers = tiled.layers.map(({ name, layer }) => ({ name, layer }));
    const tile = await threads.make({ layers, address });
    if (files) {
      const write = files.write(tilesOf, address, tile).finally(() => writing.delete(write));
      writing.add(write);
    }
    return tile;
  }

  return {
    async tile(tiled, address) {
      const key = `${tiled.service.id}/${tiled.tag}/${address.z}/${address.x}/${address.y}`;
      let tile = cached.get(key);
      if (!tile) {
        tile = await underWay.join(key, () => make(tiled, address));
        cached.set(key, tile);
      }
      return tile.length === 0 ? undefined : tile;
    },
    async sprite(tiled, pixelRatio) {
      const key = `${tiled.service.id}/${tiled.tag}/${pixelRatio}`;
      const known = sprites.get(key);
      if (known) return known;
      const sprite = await spritesUnderWay.join(key, async () =>
        makeSprite(await readDrawings(tiled.layers), pixelRatio),
      );
      sprites.set(key, sprite);
      return sprite;
    },
    async style(tiled) {
      const { name } = tiled.service;
      const credits = creditsOf(tiled);
      const key = JSON.stringify([tiled.service.id, tiled.tag, name, credits]);
      const known = styles.get(key);
      if (known) return known;
      const style = await stylesUnderWay.join(key, async () => {
        const drawn = await readDrawings(tiled.layers);
        return pack(JSON.stringify(hostedStyle(name, { copyrightText: credits }, drawn)));
      });
      styles.set(key, style);
      return style;
    },
    async close() {
      await threads.close();
      await Promise.all(writing);
    },
  };
}

/**
 * Whether its tiles are stored: not those of a former moment, nor of a view that changes by itself, nor of some layers only,
 * which would replace those of all.
 */
function isLasting({ layers, isPart }: TiledService): boolean {
  return (
    !isPart && layers.every(({ layer }) => layer.moment === undefined && !layer.viewDefinition?.isVolatile)
  );
}
