import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ByteAccount, ByteBudget } from './byte-budget.ts';

/** What a job needs of the request that starts it: it is stored before the job begins to wait, and until the job has ended, however. */
export interface HeldByJob {
  /** @throws MappingError where there is no room for it */
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** Bytes that a job reads when its turn comes. Until it ends they are in a file, not in memory, and count for their sender. */
export class WaitingBytes {
  readonly #account: ByteAccount | undefined;
  #folder: string | undefined;

  /** @param room where they count; absent: nowhere */
  constructor(room: ByteBudget | undefined, sender: string) {
    this.#account = room?.open(sender);
  }

  /** @throws MappingError of the room where they do not fit */
  async write(values: readonly (string | Uint8Array)[]): Promise<void> {
    this.#account?.add(values.reduce((sum, value) => sum + Buffer.byteLength(value), 0));
    this.#folder = await mkdtemp(path.join(tmpdir(), 'mapping-waiting-'));
    await writeFile(this.place, values, { mode: 0o600 });
  }

  /** The file, once they are written. */
  get place(): string {
    return path.join(this.#folder ?? '', 'bytes');
  }

  async end(): Promise<void> {
    try {
      if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    } finally {
      this.#account?.close();
    }
  }
}
