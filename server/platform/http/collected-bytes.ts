import { inTurn } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';

/** The first memory for bytes of which few may come. */
const firstBytes = 64_000;

/**
 * The bytes of a body, copied as they arrive, so that they are in memory once: pieces of a byte each, which a sender may choose, would take a
 * hundred times as much. Memory for all that was announced is taken when a megabyte of it is here, and where nothing was announced a
 * megabyte after the other.
 */
export class CollectedBytes {
  readonly #announced: number;
  /** Full, except the last one. */
  #blocks: Buffer[] = [];
  #inLast = 0;
  #size = 0;

  /** @param announced number of bytes that are expected; undefined: unknown */
  constructor(announced?: number) {
    this.#announced = announced ?? Infinity;
  }

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    for (let from = 0; from < piece.length;) {
      const last = this.#blocks.at(-1);
      const room = (last?.length ?? 0) - this.#inLast;
      if (!last || room === 0) {
        this.#grow();
        continue;
      }
      const part = piece.subarray(from, from + room);
      last.set(part, this.#inLast);
      from += part.length;
      this.#inLast += part.length;
      this.#size += part.length;
    }
  }

  /** The bytes at the beginning that are in one piece: a megabyte, or all. */
  get beginning(): Buffer {
    const [first = Buffer.alloc(0)] = this.#blocks;
    return first.subarray(0, this.#size);
  }

  /** All bytes, in order. */
  get blocks(): readonly Buffer[] {
    const last = this.#blocks.at(-1);
    return last ? [...this.#blocks.slice(0, -1), last.subarray(0, this.#inLast)] : [];
  }

  /** Takes all bytes in one piece. Copied block by block: tens of megabytes at once would block all other requests. */
  async take(): Promise<Buffer> {
    const blocks = [...this.blocks];
    const size = this.#size;
    this.clear();
    const [only] = blocks;
    if (only && blocks.length === 1 && only.length === only.buffer.byteLength) return only;
    const all = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (let block = blocks.shift(); block; block = blocks.shift()) {
      if (at > 0) await inTurn();
      at += block.copy(all, at);
    }
    return all;
  }

  /** Releases all bytes, also where a reader still refers to this. */
  clear(): void {
    this.#blocks = [];
    this.#inLast = 0;
    this.#size = 0;
  }

  #grow(): void {
    const { requestBodyBytes } = limits;
    const isExpected = this.#announced > this.#size && this.#announced < Infinity;
    if (this.#size < requestBodyBytes) {
      const next = this.#size === 0 ? firstBytes : requestBodyBytes;
      this.#replace(isExpected ? Math.min(next, this.#announced) : next);
    } else if (isExpected) this.#replace(this.#announced);
    else this.#add(requestBodyBytes);
  }

  #replace(bytes: number): void {
    const before = this.beginning;
    this.#blocks = [];
    this.#add(bytes);
    this.#blocks[0]?.set(before);
    this.#inLast = this.#size;
  }

  #add(bytes: number): void {
    this.#blocks.push(Buffer.allocUnsafeSlow(bytes));
    this.#inLast = 0;
  }
}
