import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { limits } from '../../../limits.ts';
import { uploadFault } from '../upload-source.ts';

/** Limits of an archive; whatever exceeds them is treated as an attack or a mistake. */
const zipLimits = {
  entries: 2_000,
  /** Total unpacked bytes. */
  unpackedBytes: limits.unpackedBytes,
  /**
   * Maximum compression ratio of an entry, once it is larger than `ratioFrom` bytes. Plain text reaches about
   * 20.
   */
  ratio: 200,
  ratioFrom: 20_000_000,
} as const;

/** An archive whose directory has been read; its names are never used as paths. */
export interface Zip {
  names: readonly string[];
  /** Unpacks one file into the upload's folder. @returns its path */
  unpack(name: string): Promise<string>;
  close(): void;
}

/**
 * Opens an archive and checks its directory before anything is unpacked.
 * @param folder an empty folder for what is unpacked
 * @throws MappingError `services:invalid-upload` for broken, encrypted or suspicious archives
 */
export async function openZip(file: string, folder: string): Promise<Zip> {
  const archive = await promisify<string, yauzl.Options, ZipFile>(yauzl.open)(file, {
    lazyEntries: true,
    autoClose: false,
  }).catch(broken);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of list(archive)) {
      if (entries.size >= zipLimits.entries)
        throw uploadFault('too-many-files', {}, { most: zipLimits.entries });
      if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/'))
        entries.set(entry.fileName, entry);
    }
  } catch (error) {
    archive.close();
    return broken(error);
  }
  let unpacked = 0;
  let count = 0;
  return {
    names: [...entries.keys()],
    close: () => archive.close(),
    async unpack(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`The archive has no ${name}.`);
      if (entry.isEncrypted()) throw uploadFault('archive-password', { file: name });
      const place = path.join(
        folder,
        `${(count += 1)}${path
          .extname(name)
          .replace(/[^.\w]/g, '')
          .slice(0, 12)}`,
      );
      const stream = await promisify<Entry, Readable>(archive.openReadStream.bind(archive))(entry).catch(
        broken,
      );
      let bytes = 0;
      const measured = async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          bytes += chunk.length;
          unpacked += chunk.length;
          checkSize(name, bytes, unpacked, entry.compressedSize);
          yield chunk;
        }
      };
      await pipeline(stream, measured, createWriteStream(place, { mode: 0o600, flags: 'wx' })).catch(broken);
      return place;
    },
  };
}

function checkSize(file: string, bytes: number, unpacked: number, compressed: number): void {
  if (unpacked > zipLimits.unpackedBytes) {
    throw uploadFault('archive-too-large', {}, { most: zipLimits.unpackedBytes / 1e9 });
  }
  if (bytes > zipLimits.ratioFrom && bytes > compressed * zipLimits.ratio) {
    throw uploadFault('archive-bomb', { file }, { most: zipLimits.ratio });
  }
}

async function* list(archive: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const done = (action: () => void) => () => {
        archive.removeAllListeners();
        action();
      };
      archive.once('entry', (found: Entry) => done(() => resolve(found))());
      archive.once(
        'end',
        done(() => resolve(undefined)),
      );
      archive.once('error', (error: Error) => done(() => reject(error))());
      archive.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

/** Names that leave the folder, wrong lengths, damaged bytes; file-system errors are rethrown unchanged. */
function broken(error: unknown): never {
  if (error instanceof Error && !('id' in error) && !('syscall' in error)) {
    throw uploadFault('broken-archive', {}, { reason: error.message });
  }
  throw error;
}
