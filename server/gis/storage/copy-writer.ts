import { randomFillSync } from 'node:crypto';
import type { Envelope } from '../geometry/geometry.ts';
import type { AttributeValue, FieldType } from '../layer/field.ts';

/** Bytes passed on at a time. */
const chunkBytes = 256 * 1024;

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** The number of columns that marks the end. */
const ending = -1;

/** PostgreSQL counts from 1 January 2000. */
const epoch = Date.UTC(2000, 0, 1);
const millisecondsPerDay = 86_400_000;

/** Random GUIDs created at a time. */
const guidsPerBatch = 256;

/** Writes rows in the binary form of PostgreSQL's COPY, which neither side has to print or parse. */
export class CopyWriter {
  #bytes: Buffer = Buffer.allocUnsafe(chunkBytes * 1.25);
  #at = 0;
  #rowAt = 0;
  readonly #guids: Buffer = Buffer.allocUnsafe(guidsPerBatch * 16);
  #nextGuid = guidsPerBatch;

  constructor() {
    this.#put(signature);
  }

  /** Whether a chunk is complete. */
  get isFull(): boolean {
    return this.#at >= chunkBytes;
  }

  /** The bytes written since the last call. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.allocUnsafe(chunkBytes * 1.25);
    this.#at = 0;
    return taken;
  }

  /** Begins a row with this many columns. */
  beginRow(columns: number): void {
    this.#rowAt = this.#at;
    this.#reserve(2);
    this.#at = this.#bytes.writeInt16BE(columns, this.#at);
  }

  /** Removes a row that was begun. */
  dropRow(): void {
    this.#at = this.#rowAt;
  }

  end(): void {
    this.beginRow(ending);
  }

  bigint(value: number): void {
    this.#length(8);
    this.#at = this.#bytes.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#bytes.writeUInt32BE(value >>> 0, this.#at);
  }

  /** A new random GUID (RFC 9562, version 4). */
  randomGuid(): void {
    if (this.#nextGuid === guidsPerBatch) {
      randomFillSync(this.#guids);
      this.#nextGuid = 0;
    }
    const from = this.#nextGuid * 16;
    this.#nextGuid += 1;
    this.#guids[from + 6] = ((this.#guids[from + 6] as number) & 0x0f) | 0x40;
    this.#guids[from + 8] = ((this.#guids[from + 8] as number) & 0x3f) | 0x80;
    this.bytes(this.#guids.subarray(from, from + 16));
  }

  box(envelope: Envelope | null): void {
    if (!envelope) return this.null();
    this.#length(32);
    this.#double(envelope.xmax);
    this.#double(envelope.ymax);
    this.#double(envelope.xmin);
    this.#double(envelope.ymin);
  }

  bytes(value: Uint8Array | null): void {
    if (!value) return this.null();
    this.#length(value.length);
    this.#put(value);
  }

  null(): void {
    this.#reserve(4);
    this.#at = this.#bytes.writeInt32BE(-1, this.#at);
  }

  /** A value that fits its type, see `fitValue`. */
  value(type: FieldType, value: AttributeValue): void {
    if (value === null) return this.null();
    switch (type) {
      case 'esriFieldTypeString':
        return this.#text(String(value));
      case 'esriFieldTypeGUID':
      case 'esriFieldTypeGlobalID':
        return this.bytes(Buffer.from(String(value).replaceAll('-', ''), 'hex'));
      case 'esriFieldTypeDate':
        return this.#microseconds(BigInt(Number(value) - epoch) * 1000n);
      case 'esriFieldTypeTimeOnly':
        return this.#microseconds(BigInt(Date.parse(`1970-01-01T${value}Z`)) * 1000n);
      case 'esriFieldTypeDateOnly':
        return this.#integer((Date.parse(String(value)) - epoch) / millisecondsPerDay);
      default:
        return this.#number(type, Number(value));
    }
  }

  #number(type: FieldType, value: number): void {
    switch (type) {
      case 'esriFieldTypeSmallInteger':
        this.#length(2);
        this.#at = this.#bytes.writeInt16BE(value, this.#at);
        return;
      case 'esriFieldTypeInteger':
        return this.#integer(value);
      case 'esriFieldTypeSingle':
        this.#length(4);
        this.#at = this.#bytes.writeFloatBE(value, this.#at);
        return;
      case 'esriFieldTypeDouble':
        this.#length(8);
        return this.#double(value);
      default:
        return this.bigint(value);
    }
  }

  #integer(value: number): void {
    this.#length(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  #microseconds(value: bigint): void {
    this.#length(8);
    this.#at = this.#bytes.writeBigInt64BE(value, this.#at);
  }

  #text(value: string): void {
    // A character takes at most three bytes.
    this.#reserve(4 + value.length * 3);
    const length = this.#bytes.write(value, this.#at + 4);
    this.#at = this.#bytes.writeInt32BE(length, this.#at) + length;
  }

  #double(value: number): void {
    this.#at = this.#bytes.writeDoubleBE(value, this.#at);
  }

  /** Writes the length of a value, and makes room for it. */
  #length(length: number): void {
    this.#reserve(4 + length);
    this.#at = this.#bytes.writeInt32BE(length, this.#at);
  }

  #put(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + length));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
