import type { MappingError } from '../../../wire/errors.ts';

export interface ByteBudgetOptions {
  /** Limits of one key (a user, an address), and of all together. */
  each: number;
  inAll: number;
  /** Errors thrown when the key, or all together, exceed their limit. */
  refuseOne: () => MappingError;
  refuseAll: () => MappingError;
}

/** Reserved bytes, counted by key and in all. */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  readonly #held = new Map<string, number>();
  #inAll = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  /** Bytes reserved now. */
  get inAll(): number {
    return this.#inAll;
  }

  /**
   * Opens an account for what one request or job reserves.
   * @param key undefined: it is limited with all others only
   */
  open(key: string | undefined): ByteAccount {
    let own = 0;
    return {
      add: (bytes) => {
        const { each, inAll, refuseOne, refuseAll } = this.#options;
        const held = (key === undefined ? undefined : this.#held.get(key)) ?? 0;
        if (key !== undefined && held + bytes > each) throw refuseOne();
        if (this.#inAll + bytes > inAll) throw refuseAll();
        if (key !== undefined) this.#held.set(key, held + bytes);
        this.#inAll += bytes;
        own += bytes;
      },
      close: () => {
        if (key !== undefined) {
          const left = (this.#held.get(key) ?? 0) - own;
          if (left > 0) this.#held.set(key, left);
          else this.#held.delete(key);
        }
        this.#inAll -= own;
        own = 0;
      },
    };
  }
}

export interface ByteAccount {
  /** @throws MappingError of `refuseOne` or `refuseAll`; nothing is reserved then */
  add(bytes: number): void;
  /** Releases everything that was reserved. */
  close(): void;
}
