import type { MappingError } from '../../../../wire/errors.ts';

export interface ByteBudgetOptions {
  /** Bytes one key (a person, an address) may hold, and all of them together. */
  each: number;
  inAll: number;
  /** What is thrown when the key has too many, and when all together have. */
  refuseOne: () => MappingError;
  refuseAll: () => MappingError;
}

/** Bytes held at a time, counted by key and in all. */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  readonly #held = new Map<string, number>();
  #inAll = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  /** Bytes held now. */
  get inAll(): number {
    return this.#inAll;
  }

  /** Starts an account of what one request or job holds. */
  open(key: string): ByteAccount {
    let own = 0;
    return {
      add: (bytes) => {
        const { each, inAll, refuseOne, refuseAll } = this.#options;
        const held = this.#held.get(key) ?? 0;
        if (held + bytes > each) throw refuseOne();
        if (this.#inAll + bytes > inAll) throw refuseAll();
        this.#held.set(key, held + bytes);
        this.#inAll += bytes;
        own += bytes;
      },
      close: () => {
        const left = (this.#held.get(key) ?? 0) - own;
        if (left > 0) this.#held.set(key, left);
        else this.#held.delete(key);
        this.#inAll -= own;
        own = 0;
      },
    };
  }
}

export interface ByteAccount {
  /** @throws MappingError of `refuseOne` or `refuseAll`; then nothing was counted */
  add(bytes: number): void;
  /** Gives back everything that was counted. */
  close(): void;
}
