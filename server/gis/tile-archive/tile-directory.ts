import { limits } from '../../limits.ts';

/** An archive that does not follow the format; the message says in which way. */
export class DamagedArchive extends Error {}

/**
 * A directory of a PMTiles archive: its entries in the order of their first tile. An entry with a run of 0 is another
 * directory, whose offset counts from the first leaf; others are tiles.
 */
export interface TileDirectory {
  ids: Float64Array;
  runs: Float64Array;
  lengths: Float64Array;
  offsets: Float64Array;
}

/**
 * Reads an unpacked directory (PMTiles 3, "Directories").
 * @throws DamagedArchive when it does not follow the format, or has more than `limits.tileDirectoryEntries`
 */
export function parseDirectory(bytes: Uint8Array): TileDirectory {
  const next = varints(bytes);
  const count = next();
  if (count === 0) throw new DamagedArchive('a directory is empty');
  if (count > limits.tileDirectoryEntries)
    throw new DamagedArchive(`a directory has more than ${limits.tileDirectoryEntries} entries`);
  const column = () => new Float64Array(count);
  const [ids, runs, lengths, offsets] = [column(), column(), column(), column()];
  let id = 0;
  for (let index = 0; index < count; index += 1) {
    const step = next();
    if (index > 0 && step === 0) throw new DamagedArchive('a directory names a tile twice');
    id += step;
    if (!Number.isSafeInteger(id)) throw new DamagedArchive('the number of a tile is too large');
    ids[index] = id;
  }
  for (let index = 0; index < count; index += 1) runs[index] = next();
  for (let index = 0; index < count; index += 1) {
    const length = next();
    if (length === 0) throw new DamagedArchive('a directory has an entry without bytes');
    lengths[index] = length;
  }
  for (let index = 0; index < count; index += 1) {
    const value = next();
    if (value === 0 && index === 0) throw new DamagedArchive('the first entry of a directory has no offset');
    // A zero means that the entry follows the one before it.
    const offset = value === 0 ? (offsets[index - 1] ?? 0) + (lengths[index - 1] ?? 0) : value - 1;
    if (!Number.isSafeInteger(offset)) throw new DamagedArchive('an offset is too large');
    offsets[index] = offset;
  }
  return { ids, runs, lengths, offsets };
}

function varints(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at];
      if (byte === undefined) throw new DamagedArchive('a directory is incomplete');
      at += 1;
      value += (byte & 127) * scale;
      if (!Number.isSafeInteger(value)) throw new DamagedArchive('a number of a directory is too large');
      if (byte < 128) return value;
      // Zeros that add nothing to the value would go on for ever.
      if (scale > Number.MAX_SAFE_INTEGER) throw new DamagedArchive('a number of a directory is too long');
    }
  };
}

/** One entry of a directory. */
export interface TileEntry {
  offset: number;
  length: number;
  isDirectory: boolean;
}

/** The tile of this number, or the directory that may have it; undefined when there is neither. */
export function findEntry(directory: TileDirectory, id: number): TileEntry | undefined {
  const { ids, runs, lengths, offsets } = directory;
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) <= id) low = middle + 1;
    else high = middle - 1;
  }
  const [first, run, length, offset] = [ids[high], runs[high], lengths[high], offsets[high]];
  if (first === undefined || run === undefined || length === undefined || offset === undefined)
    return undefined;
  if (run > 0 && id >= first + run) return undefined;
  return { offset, length, isDirectory: run === 0 };
}
