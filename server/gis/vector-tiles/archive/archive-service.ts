import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describeService, type ServedService } from '../service-description.ts';
import { buildStyle, type StyleName } from '../styles/build-style.ts';
import type { TileReader } from '../tiles/read-tile.ts';

/** One vector tile service over a file; several may show the same archive in different styles. */
export interface VectorTileService {
  /** Segment of the address: `/server/rest/services/{name}/VectorTileServer`. */
  name: string;
  title: string;
  archivePath: string;
  style: StyleName;
  /** Shown on the map. */
  copyright: string;
}

const sprites = fileURLToPath(new URL('../sprites/', import.meta.url));

/** Serves an archive of the Protomaps schema in one of our styles. */
export function archiveService(service: VectorTileService, read: TileReader): ServedService {
  let style: Buffer | undefined;
  return {
    describe: () => describeService(service),
    style: () => (style ??= gzipSync(JSON.stringify(buildStyle(service.style, describeService(service))))),
    tile: read,
    sprite: (file) => readFile(`${sprites}${service.style}/${file}`),
  };
}
