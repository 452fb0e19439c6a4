import { gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { pmtilesFile, type Tile } from '../../examples/astana/derive/basemap/pmtiles-file.ts';

/** Archives of vector tiles, whole ones and damaged ones. */

/** A tile with one square in the layer `parks` and one point in `trees`. */
export function cityTile(): Uint8Array {
  const feature = (type: 1 | 3, geometry: object) => ({ id: 1, type, geometry, tags: { name: 'Central' } });
  const ring = [
    [0, 0],
    [4096, 0],
    [4096, 4096],
    [0, 4096],
    [0, 0],
  ];
  const layer = (features: object[]) => ({ features }) as never;
  return fromGeojsonVt(
    { parks: layer([feature(3, [ring])]), trees: layer([feature(1, [[2048, 2048]])]) },
    { version: 2, extent: 4096 },
  );
}

export const cityMetadata = {
  name: 'City',
  attribution: '<a href="https://example.com">&copy; The City</a>',
  vector_layers: [
    { id: 'parks', minzoom: 0, maxzoom: 2, fields: { name: 'String' } },
    { id: 'trees', fields: {} },
  ],
};

/** All tiles of zoom 0 to 2, with the same content. */
export function cityArchive({ tiles, ...more }: { tiles?: Tile[]; metadata?: object } = {}): Buffer {
  const data = cityTile();
  const all = [0, 1, 2].flatMap((z) =>
    Array.from({ length: 4 ** z }, (_none, at): Tile => ({
      z,
      x: at % 2 ** z,
      y: Math.floor(at / 2 ** z),
      data,
    })),
  );
  return pmtilesFile(tiles ?? all, {
    minZoom: 0,
    maxZoom: 2,
    bounds: [71, 51, 72, 52],
    center: [71.5, 51.5, 1],
    metadata: { ...cityMetadata, ...more.metadata },
  });
}

export interface RawEntry {
  id: number;
  run: number;
  length: number;
  offset: number;
}

export function rawDirectory(entries: readonly RawEntry[], count = entries.length): Buffer {
  const numbers = [
    count,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ];
  const bytes: number[] = [];
  for (let rest of numbers) {
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** An archive of parts that need not fit each other; each is packed, as `gzipSync` packs, before it is given. */
export function rawArchive(parts: {
  root: Buffer;
  leaves?: Buffer;
  tiles?: Buffer;
  metadata?: Buffer;
}): Buffer {
  const { root, leaves = Buffer.alloc(0), tiles = Buffer.alloc(0) } = parts;
  const { metadata = gzipSync(JSON.stringify(cityMetadata)) } = parts;
  const header = Buffer.from(cityArchive().subarray(0, 127));
  let [at, field] = [127, 8];
  for (const part of [root, metadata, leaves, tiles]) {
    header.writeBigUInt64LE(BigInt(at), field);
    header.writeBigUInt64LE(BigInt(part.length), field + 8);
    [at, field] = [at + part.length, field + 16];
  }
  return Buffer.concat([header, root, metadata, leaves, tiles]);
}
