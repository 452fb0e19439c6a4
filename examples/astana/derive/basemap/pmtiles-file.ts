import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

export interface Tile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

export interface ArchiveInfo {
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number];
  /** Longitude, latitude and zoom a viewer may start at. */
  center: [number, number, number];
  metadata: Record<string, unknown>;
}

interface Entry {
  tileId: number;
  offset: number;
  length: number;
  runLength: number;
}

const headerBytes = 127;
/** A reader fetches the first 16 KiB at once: header and root directory have to fit (PMTiles 3, "Design"). */
const rootLimit = 16_384 - headerBytes;

/** A whole PMTiles version 3 archive: gzip tiles, clustered, equal tiles stored once. */
export function pmtilesFile(tiles: Tile[], info: ArchiveInfo): Buffer {
  const ordered = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), data: tile.data }))
    .sort((a, b) => a.id - b.id);
  const entries: Entry[] = [];
  const stored = new Map<string, { offset: number; length: number }>();
  const chunks: Buffer[] = [];
  let offset = 0;
  for (const { id, data } of ordered) {
    const hash = createHash('sha256').update(data).digest('base64');
    let place = stored.get(hash);
    if (!place) {
      const packed = gzipSync(data, { level: 9 });
      place = { offset, length: packed.length };
      stored.set(hash, place);
      chunks.push(packed);
      offset += packed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.tileId + last.runLength === id) last.runLength++;
    else entries.push({ tileId: id, ...place, runLength: 1 });
  }

  const { root, leaves } = directories(entries);
  const metadata = gzipSync(JSON.stringify(info.metadata), { level: 9 });
  const metadataAt = headerBytes + root.length;
  const leavesAt = metadataAt + metadata.length;
  const tilesAt = leavesAt + leaves.length;
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  [headerBytes, root.length, metadataAt, metadata.length, leavesAt, leaves.length, tilesAt, offset].forEach(
    (value, index) => header.writeBigUInt64LE(BigInt(value), 8 + index * 8),
  );
  [ordered.length, entries.length, stored.size].forEach((value, index) =>
    header.writeBigUInt64LE(BigInt(value), 72 + index * 8),
  );
  header.writeUInt8(1, 96);
  header.writeUInt8(Compression.Gzip, 97);
  header.writeUInt8(Compression.Gzip, 98);
  header.writeUInt8(TileType.Mvt, 99);
  header.writeUInt8(info.minZoom, 100);
  header.writeUInt8(info.maxZoom, 101);
  info.bounds.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4));
  header.writeUInt8(info.center[2], 118);
  header.writeInt32LE(Math.round(info.center[0] * 1e7), 119);
  header.writeInt32LE(Math.round(info.center[1] * 1e7), 123);
  return Buffer.concat([header, root, metadata, leaves, ...chunks]);
}

function directories(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries);
  if (whole.length <= rootLimit) return { root: whole, leaves: Buffer.alloc(0) };
  for (let size = 1024; ; size *= 2) {
    const leaves: Buffer[] = [];
    const rootEntries: Entry[] = [];
    let offset = 0;
    for (let start = 0; start < entries.length; start += size) {
      const leaf = directory(entries.slice(start, start + size));
      rootEntries.push({ tileId: entries[start]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(rootEntries);
    if (root.length <= rootLimit) return { root, leaves: Buffer.concat(leaves) };
  }
}

function directory(entries: Entry[]): Buffer {
  const bytes: number[] = [];
  const varint = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  varint(entries.length);
  entries.forEach((entry, index) => varint(entry.tileId - (entries[index - 1]?.tileId ?? 0)));
  for (const entry of entries) varint(entry.runLength);
  for (const entry of entries) varint(entry.length);
  entries.forEach((entry, index) => {
    const before = entries[index - 1];
    varint(before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1);
  });
  return gzipSync(Uint8Array.from(bytes), { level: 9 });
}
