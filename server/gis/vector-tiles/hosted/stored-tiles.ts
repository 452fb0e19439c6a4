import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../../limits.ts';
import type { TileAddress } from '../tiles/read-tile.ts';

/** Changes when tiles are cut in another way, so that those of an earlier version are not used. */
const version = 'v1';

/** Bytes that a file occupies beside its contents, at most: an empty tile is a file too. */
const fileBytes = 4096;

/** Share of the limit that remains when the oldest tiles are removed. */
const remaining = 0.8;

/** Tiles in files, so that they need not be cut again after a start. */
export interface StoredTiles {
  read(tiles: TilesOf, address: TileAddress): Promise<Buffer | undefined>;
  /** Stores a tile, and removes those of the service with another tag. A full disk loses the tile only. */
  write(tiles: TilesOf, address: TileAddress, tile: Uint8Array): Promise<void>;
  /** Removes the tiles of deleted services, all but these. */
  keepOnly(serviceIds: readonly number[]): Promise<void>;
}

/** The tiles of a service in one state of its layers. */
export interface TilesOf {
  serviceId: number;
  /** Letters, digits, hyphens and underscores. */
  tag: string;
}

interface StoredFile {
  file: string;
  size: number;
  writtenAt: number;
}

/**
 * Stores tiles in a folder of its own. Access is checked before: a tile is not requested unless the caller
 * may read the service.
 * @param bytes beyond them the oldest tiles are removed
 */
export function storedTiles(folder: string, bytes: number = limits.storedTilesBytes): StoredTiles {
  const root = path.join(folder, version);
  const current = new Map<number, string>();
  let total: number | undefined;
  let sweeping: Promise<void> | undefined;

  const folderOf = ({ serviceId, tag }: TilesOf) => path.join(root, String(serviceId), tag);
  const fileOf = (tiles: TilesOf, { z, x, y }: TileAddress) => path.join(folderOf(tiles), `${z}-${x}-${y}`);

  async function begin(tiles: TilesOf): Promise<void> {
    if (current.get(tiles.serviceId) === tiles.tag) return;
    const parent = path.dirname(folderOf(tiles));
    await mkdir(folderOf(tiles), { recursive: true, mode: 0o700 });
    for (const other of await readdir(parent))
      if (other !== tiles.tag) await rm(path.join(parent, other), { recursive: true, force: true });
    current.set(tiles.serviceId, tiles.tag);
  }

  async function sweep(): Promise<void> {
    const files = await listFiles(folder);
    total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= bytes) return;
    for (const { file, size } of files.toSorted((a, b) => a.writtenAt - b.writtenAt)) {
      await rm(file, { force: true });
      total -= size;
      if (total <= bytes * remaining) return;
    }
  }

  return {
    read: (tiles, address) => readFile(fileOf(tiles, address)).catch(() => undefined),
    async write(tiles, address, tile) {
      const file = fileOf(tiles, address);
      const unfinished = `${file}.${randomUUID()}`;
      try {
        await begin(tiles);
        // Readers see a whole tile or none.
        await writeFile(unfinished, tile, { mode: 0o600 });
        await rename(unfinished, file);
        if (total !== undefined) total += tile.length + fileBytes;
      } catch {
        current.delete(tiles.serviceId);
        await rm(unfinished, { force: true }).catch(() => {});
      }
      if (total !== undefined && total <= bytes) return;
      await (sweeping ??= sweep()
        .catch(() => {})
        .finally(() => (sweeping = undefined)));
    },
    async keepOnly(serviceIds) {
      const kept = new Set(serviceIds.map(String));
      for (const name of await readdir(root).catch(() => []))
        if (!kept.has(name)) await rm(path.join(root, name), { recursive: true, force: true });
    },
  };
}

/** All files, those of other versions too. */
async function listFiles(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: StoredFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, size: found.size + fileBytes, writtenAt: found.mtimeMs });
  }
  return files;
}
