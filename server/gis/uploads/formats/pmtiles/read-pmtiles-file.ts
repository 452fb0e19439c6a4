import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles';
import { limits } from '../../../../limits.ts';
import { DamagedArchive, parseDirectory } from '../../../tile-archive/tile-directory.ts';
import { deepestLeaf, type Place, type TileSet } from '../../../tile-archive/tile-set.ts';
import { uploadFault } from '../../upload-source.ts';
import { readMetadata } from './read-metadata.ts';

const headerBytes = 127;

export interface ReadingOptions {
  /** Also reads every tile, which a preview does not. */
  withTiles: boolean;
  /** @param share of the tiles, 0 to 1 */
  onProgress?: (share: number) => void;
}

/**
 * Checks an archive (PMTiles 3) and describes it: what passes can be read without further checks.
 * @throws MappingError `services:invalid-upload` for damaged archives, those of pictures, and those beyond the limits
 */
export async function readTileArchive(path: string, options: ReadingOptions): Promise<TileSet> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await new ArchiveCheck(file, size).run(options);
  } catch (error) {
    if (error instanceof DamagedArchive) throw uploadFault('broken-archive', {}, { reason: error.message });
    throw error;
  } finally {
    await file.close();
  }
}

/** A tile as one number, so that millions are sorted in place: its offset, then its length. */
const lengthScale = 2 ** 21;

type Places = Pick<TileSet, 'root' | 'leaves' | 'tiles' | 'packed'>;

class ArchiveCheck {
  readonly #file: FileHandle;
  readonly #size: number;
  #tiles = new Float64Array(4096);
  #tileCount = 0;
  #directoryCount = 0;
  readonly #leaves = new Set<number>();

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  async run({ withTiles, onProgress = () => {} }: ReadingOptions): Promise<TileSet> {
    // Also the largest offset that `lengthScale` leaves room for.
    if (this.#size > limits.unpackedBytes)
      throw uploadFault('archive-too-large', {}, { most: limits.unpackedBytes / 1e9 });
    const header = await this.#readHeader();
    const { minZoom, maxZoom } = header;
    const found: Places = {
      root: { offset: header.rootDirectoryOffset, length: header.rootDirectoryLength },
      leaves: { offset: header.leafDirectoryOffset, length: header.leafDirectoryLength ?? 0 },
      tiles: { offset: header.tileDataOffset, length: header.tileDataLength ?? 0 },
      packed: {
        directories: isPacked(header.internalCompression),
        tiles: isPacked(header.tileCompression),
      },
    };
    for (const place of [found.root, found.leaves, found.tiles]) this.#mustBeInside(place, this.#size);
    const metadata = { offset: header.jsonMetadataOffset, length: header.jsonMetadataLength };
    this.#mustBeInside(metadata, this.#size);
    const { attribution, layers } = readMetadata(
      await this.#read(metadata, found.packed.directories, limits.tileMetadataBytes, 'the metadata'),
      { minZoom, maxZoom },
    );
    await this.#readDirectory(found, found.root, 0);
    this.#checkTiles();
    if (withTiles) await this.#readTiles(found, onProgress);
    return { ...found, minZoom, maxZoom, bounds: boundsOf(header), attribution, layers };
  }

  async #readHeader(): Promise<Header> {
    const bytes = await this.#bytes({ offset: 0, length: Math.min(headerBytes, this.#size) });
    if (bytes.toString('latin1', 0, 7) !== 'PMTiles')
      throw uploadFault('broken-header', {}, { format: 'PMTiles' });
    if (bytes.length < headerBytes) throw uploadFault('ends-early');
    if (bytes[7] !== 3) throw new DamagedArchive(`version ${bytes[7]} of PMTiles`);
    const header = bytesToHeader(Uint8Array.from(bytes).buffer);
    if (header.tileType !== TileType.Mvt) throw uploadFault('raster-tiles');
    if (header.minZoom > header.maxZoom) throw new DamagedArchive('its zoom levels are reversed');
    return header;
  }

  /** Tiles of the same bytes are stored once, so that entries may name the same place; directories may not. */
  async #readDirectory(set: Places, place: Place, depth: number): Promise<void> {
    this.#directoryCount += 1;
    if (this.#directoryCount > limits.tileDirectories)
      throw new DamagedArchive(`more than ${limits.tileDirectories} directories`);
    if (place.length > limits.tileDirectoryBytes) throw new DamagedArchive('a directory is too large');
    const directory = parseDirectory(
      await this.#read(place, set.packed.directories, limits.tileDirectoryBytes, 'a directory'),
    );
    for (let index = 0; index < directory.ids.length; index += 1) {
      const offset = directory.offsets[index] ?? 0;
      const length = directory.lengths[index] ?? 0;
      const run = directory.runs[index] ?? 0;
      if (run > 0) {
        this.#mustBeInside({ offset, length }, set.tiles.length);
        this.#addTile(offset, length);
        continue;
      }
      if (depth === deepestLeaf) throw new DamagedArchive('directories are nested too deep');
      if (this.#leaves.has(offset)) throw new DamagedArchive('a directory occurs twice');
      this.#leaves.add(offset);
      this.#mustBeInside({ offset, length }, set.leaves.length);
      await this.#readDirectory(set, { offset: set.leaves.offset + offset, length }, depth + 1);
    }
  }

  #addTile(offset: number, length: number): void {
    if (length > limits.tileStoredBytes) throw tooLarge();
    if (this.#tileCount >= limits.tileEntries)
      throw new DamagedArchive(`more than ${limits.tileEntries} entries`);
    if (this.#tileCount === this.#tiles.length) {
      const more = new Float64Array(this.#tiles.length * 2);
      more.set(this.#tiles);
      this.#tiles = more;
    }
    this.#tiles[this.#tileCount] = offset * lengthScale + length;
    this.#tileCount += 1;
  }

  /** Sorts the tiles by place and drops repeated ones. Tiles that overlap would make a file stand for more than it has. */
  #checkTiles(): void {
    const sorted = this.#tiles.subarray(0, this.#tileCount).sort();
    let [count, end, last] = [0, 0, -1];
    for (const tile of sorted) {
      if (tile === last) continue;
      const { offset, length } = placeOf(tile);
      if (offset < end) throw new DamagedArchive('tiles overlap');
      sorted[count] = tile;
      [count, end, last] = [count + 1, offset + length, tile];
    }
    this.#tiles = sorted.subarray(0, count);
  }

  async #readTiles({ tiles, packed }: Places, onProgress: (share: number) => void): Promise<void> {
    let unpacked = 0;
    for (const [index, tile] of this.#tiles.entries()) {
      const { offset, length } = placeOf(tile);
      const place = { offset: tiles.offset + offset, length };
      unpacked += (await this.#read(place, packed.tiles, limits.tileBytes)).length;
      if (unpacked > limits.unpackedBytes)
        throw uploadFault('archive-too-large', {}, { most: limits.unpackedBytes / 1e9 });
      if (index % 1000 === 0) onProgress(index / this.#tiles.length);
    }
  }

  /** @param what names it in errors; a tile when absent */
  async #read(place: Place, isGzip: boolean, most: number, what?: string): Promise<Buffer> {
    const over = () => (what === undefined ? tooLarge() : new DamagedArchive(`${what} is too large`));
    if (place.length > most) throw over();
    const bytes = await this.#bytes(place);
    if (!isGzip) return bytes;
    try {
      return gunzipSync(bytes, { maxOutputLength: most });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw over();
      throw new DamagedArchive(`${what ?? 'a tile'}: ${(error as Error).message}`);
    }
  }

  async #bytes({ offset, length }: Place): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, offset);
    if (bytesRead < length) throw uploadFault('ends-early');
    return buffer;
  }

  /** An archive that was not uploaded to its end has places beyond it. */
  #mustBeInside({ offset, length }: Place, size: number): void {
    if (Number.isSafeInteger(offset + length) && offset + length <= size) return;
    throw uploadFault('ends-early');
  }
}

function placeOf(tile: number): Place {
  const offset = Math.floor(tile / lengthScale);
  return { offset, length: tile - offset * lengthScale };
}

function isPacked(compression: Compression): boolean {
  if (compression === Compression.Gzip) return true;
  if (compression === Compression.None) return false;
  throw new DamagedArchive('compressed with another method than gzip');
}

function tooLarge() {
  return uploadFault('tile-too-large', {}, { most: limits.tileBytes / 1e6 });
}

/** Bounds that make no sense, such as those of an archive that names none, are the world's. */
function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): TileSet['bounds'] {
  const isSane = minLon < maxLon && minLat < maxLat && minLon >= -180 && maxLon <= 180;
  return isSane && minLat >= -90 && maxLat <= 90 ? [minLon, minLat, maxLon, maxLat] : null;
}
