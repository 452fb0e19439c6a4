import pg from 'pg';
import type { Duplex } from 'node:stream';
import { pauseInTurns } from '../budgets/in-turn.ts';

/** A row in PostgreSQL's binary format, whose bytes are valid until the next one is read. */
export interface BinaryRow {
  bytes: Buffer;
  /** Where the value of each column begins, and its length; −1: null. */
  starts: number[];
  lengths: number[];
  /** Bytes of all values. */
  size: number;
}

/**
 * A statement whose rows are read as they arrive, without a text of each value. `receive` gets the type numbers of the columns, once
 * for each connection that the statement is sent on, and returns what reads the rows.
 */
export interface BinaryStatement {
  text: string;
  values: readonly unknown[];
  receive: (types: readonly number[]) => (row: BinaryRow) => void;
}

/** Sends a statement on a connection of `connectDatabase`. */
export async function readInBinary(
  client: Pick<pg.ClientBase, 'query'>,
  statement: BinaryStatement,
): Promise<void> {
  // What the declared signatures of the driver do not have is handled by `PreparingClient`.
  await client.query(statement as never);
}

export function isBinaryStatement(statement: unknown): statement is BinaryStatement {
  return typeof (statement as Partial<BinaryStatement> | null)?.receive === 'function';
}

type Submit = (query: pg.Query) => unknown;

/** Sends a statement by the client's own method. */
export function queryInBinary({ text, values, receive }: BinaryStatement, submit: Submit): Promise<void> {
  return new Promise((resolve, reject) => {
    let rows: RowStream | undefined;
    const query = new pg.Query({
      text,
      values: [...values],
      binary: true,
      queryMode: 'extended',
    } as pg.QueryConfig);
    const send = query.submit.bind(query);
    query.submit = (connection) => {
      rows = new RowStream(connection.stream, receive);
      return send(connection);
    };
    (query as { callback?: unknown }).callback = (error: Error | null) => {
      const failure = error ?? rows?.failure;
      if (failure) reject(failure as Error);
      else resolve();
    };
    submit(query);
  });
}

/** Codes of messages of the server, and the length of the code with the length that follows it. */
const [dataRow, rowDescription, readyForQuery] = [0x44, 0x54, 0x5a];
const headerLength = 5;

/**
 * Takes the rows out of what a connection receives until its statement has ended; everything else goes to the driver, which would make
 * a text of each value, and corrupt binary ones.
 */
class RowStream {
  /** What `receive` or its reader threw: the remaining rows are skipped. */
  failure: unknown;
  readonly #stream: Duplex;
  readonly #driver: readonly ((chunk: Buffer) => void)[];
  readonly #receive: BinaryStatement['receive'];
  readonly #count: (bytes: number) => void;
  readonly #take = (chunk: Buffer) => this.#read(chunk);
  readonly #row: BinaryRow = { bytes: Buffer.alloc(0), starts: [], lengths: [], size: 0 };
  #reader: ((row: BinaryRow) => void) | undefined;
  /** Parts of a message that is not complete, and the bytes that it needs. */
  #parts: Buffer[] = [];
  #held = 0;
  #needed = headerLength;

  constructor(stream: Duplex, receive: BinaryStatement['receive']) {
    this.#stream = stream;
    this.#receive = receive;
    this.#count = pauseInTurns(stream);
    this.#driver = stream.listeners('data') as ((chunk: Buffer) => void)[];
    for (const listener of this.#driver) stream.off('data', listener);
    stream.on('data', this.#take);
  }

  #read(chunk: Buffer): void {
    this.#count(chunk.length);
    if (this.#held + chunk.length < this.#needed) return this.#hold(chunk);
    const bytes = this.#held === 0 ? chunk : Buffer.concat([...this.#parts, chunk]);
    this.#parts = [];
    this.#held = 0;
    let [at, passed] = [0, 0];
    for (;;) {
      this.#needed = bytes.length - at < headerLength ? headerLength : 1 + bytes.readUInt32BE(at + 1);
      if (bytes.length - at < this.#needed) break;
      const code = bytes[at];
      const end = at + this.#needed;
      if (code === dataRow) {
        this.#pass(bytes, passed, at);
        passed = end;
        this.#readRow(bytes, at + headerLength);
      } else if (code === rowDescription) this.#describe(bytes, at + headerLength);
      at = end;
      if (code === readyForQuery) {
        this.#end();
        return this.#pass(bytes, passed, bytes.length);
      }
    }
    this.#pass(bytes, passed, at);
    if (at < bytes.length) this.#hold(bytes.subarray(at));
  }

  #hold(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#held += chunk.length;
  }

  #pass(bytes: Buffer, from: number, to: number): void {
    if (from === to) return;
    for (const listener of this.#driver) listener.call(this.#stream, bytes.subarray(from, to));
  }

  #end(): void {
    this.#stream.off('data', this.#take);
    for (const listener of this.#driver) this.#stream.on('data', listener);
  }

  #describe(bytes: Buffer, at: number): void {
    const types: number[] = [];
    let field = at + 2;
    for (let left = bytes.readUInt16BE(at); left > 0; left -= 1) {
      const name = bytes.indexOf(0, field) + 1;
      // Behind the table (4) and the column (2); the size (2), the modifier (4) and the format (2) follow.
      types.push(bytes.readUInt32BE(name + 6));
      field = name + 18;
    }
    this.#try(() => (this.#reader = this.#receive(types)));
  }

  #readRow(bytes: Buffer, at: number): void {
    if (this.failure !== undefined) return;
    const row = this.#row;
    row.bytes = bytes;
    row.size = 0;
    const count = bytes.readUInt16BE(at);
    let from = at + 2;
    for (let column = 0; column < count; column += 1) {
      const length = bytes.readInt32BE(from);
      from += 4;
      row.starts[column] = from;
      row.lengths[column] = length;
      if (length < 0) continue;
      from += length;
      row.size += length;
    }
    this.#try(() => this.#reader?.(row));
  }

  #try(read: () => unknown): void {
    try {
      read();
    } catch (error) {
      this.failure = error;
    }
  }
}
