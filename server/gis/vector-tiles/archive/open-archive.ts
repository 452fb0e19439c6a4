import { open, type FileHandle } from 'node:fs/promises';
import {
  Compression,
  findTile,
  ResolvedValueCache,
  TileType,
  zxyToTileId,
  type Header,
  type RangeResponse,
  type Source,
} from 'pmtiles';
import { MappingError } from '../../../../wire/errors.ts';

/** Byte ranges of a local file, for the `pmtiles` reader. The file is opened at the first read. */
class FileSource implements Source {
  readonly path: string;
  #handle: Promise<FileHandle> | undefined;

  constructor(path: string) {
    this.path = path;
  }

  getKey(): string {
    return this.path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#handle ??= open(this.path, 'r').catch((error: unknown) => {
      // A failed opening is tried again.
      this.#handle = undefined;
      throw error;
    });
    const file = await this.#handle;
    const buffer = new Uint8Array(length);
    const { bytesRead } = await file.read(buffer, 0, length, offset);
    return { data: buffer.buffer.slice(0, bytesRead) };
  }

  async close(): Promise<void> {
    const file = await this.#handle?.catch(() => undefined);
    this.#handle = undefined;
    await file?.close();
  }
}

/** A tile as the archive stores it, without decompression. */
export interface StoredTile {
  data: Uint8Array;
  gzip: boolean;
}

export interface Archive {
  /** Checked on the first call: a PMTiles 3 archive of Mapbox vector tiles, else `services:bad-archive`. */
  header(): Promise<Header>;
  /** The stored tile; undefined where the archive has none. */
  tile(z: number, x: number, y: number): Promise<StoredTile | undefined>;
  close(): Promise<void>;
}

/** Directories can point to directories; the format allows a depth of three. */
const deepestDirectory = 4;

/** Reads a PMTiles archive (https://github.com/protomaps/PMTiles, version 3) from a file. */
export function openArchive(path: string): Archive {
  const source = new FileSource(path);
  // Not the cache of promises, which retains failed reads.
  const cache = new ResolvedValueCache(64);
  let checked: Promise<Header> | undefined;
  const header = () => {
    checked ??= cache.getHeader(source).then(checkHeader, (cause: unknown) => {
      checked = undefined;
      // Clients do not learn the path; the log has the cause.
      throw new MappingError('services:bad-archive', 'The archive of the tiles cannot be read.', {
        cause: new Error(`${path} cannot be read as a PMTiles archive.`, { cause }),
      });
    });
    return checked;
  };

  return {
    header,
    async tile(z, x, y) {
      const info = await header();
      const id = zxyToTileId(z, x, y);
      let [offset, length] = [info.rootDirectoryOffset, info.rootDirectoryLength];
      for (let depth = 0; depth < deepestDirectory; depth++) {
        const entry = findTile(await cache.getDirectory(source, offset, length, info), id);
        if (!entry) return undefined;
        if (entry.runLength > 0) {
          const { data } = await source.getBytes(info.tileDataOffset + entry.offset, entry.length);
          return { data: new Uint8Array(data), gzip: info.tileCompression === Compression.Gzip };
        }
        [offset, length] = [info.leafDirectoryOffset + entry.offset, entry.length];
      }
      return undefined;
    },
    close: () => source.close(),
  };
}

function checkHeader(header: Header): Header {
  const readable = header.tileCompression === Compression.Gzip || header.tileCompression === Compression.None;
  if (header.tileType === TileType.Mvt && readable) return header;
  throw new MappingError(
    'services:bad-archive',
    'The archive must hold vector tiles, compressed with gzip or not at all.',
  );
}
