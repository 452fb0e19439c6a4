/** Reads a stream of chunks as pieces of given lengths. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes handed out. */
  position = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer when the stream ends. Memory grows only with received bytes. */
  async read(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let wanted = length;
    while (wanted > 0) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) break;
        this.#rest = value;
        continue;
      }
      const piece = this.#rest.subarray(0, wanted);
      this.#rest = this.#rest.subarray(piece.length);
      wanted -= piece.length;
      pieces.push(piece);
    }
    this.position += length - wanted;
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  /** Skips bytes. */
  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const piece = await this.read(Math.min(left, 1_000_000));
      if (piece.length === 0) return;
      left -= piece.length;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
