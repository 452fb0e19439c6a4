import { MappingError } from '../../../../../wire/errors.ts';
import { uploadFault } from '../../upload-fault.ts';

/** What the smallest row of SQLite takes: its cell and the pointer to it. */
const leastRowBytes = 6;

/**
 * Counts what is read of a table against what its file can hold. Pages of a hostile file refer to each other in circles, and a
 * few kilobytes become rows without end.
 */
export class StoredBytes {
  readonly #table: string;
  readonly #most: number;
  #rows = 0;
  #values = 0;

  constructor(table: string, fileBytes: number) {
    this.#table = table;
    this.#most = fileBytes;
  }

  /** @throws MappingError `services:invalid-upload` when the file cannot hold what it gives */
  count(row: Readonly<Record<string, unknown>>): void {
    this.#rows += 1;
    for (const value of Object.values(row)) {
      // A character takes a byte at least, however texts are encoded.
      if (typeof value === 'string' || value instanceof Uint8Array) this.#values += value.length;
    }
    if (this.#rows * leastRowBytes > this.#most || this.#values > this.#most) throw tooMuch(this.#table);
  }
}

function tooMuch(file: string): MappingError {
  return uploadFault('broken-geopackage', { file }, { reason: 'it gives more than it can hold' });
}
