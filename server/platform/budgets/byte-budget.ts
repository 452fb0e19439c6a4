import type { MappingError } from '../../../wire/errors.ts';

export interface ByteBudgetOptions {
  /** Limits of one network (or user), and of all together. */
  each: number;
  inAll: number;
  /** Errors thrown when the network, or all together, exceed their limit. */
  refuseOne: () => MappingError;
  refuseAll: () => MappingError;
}

/** Whose bytes they are: those of a network are limited, in which senders have equal rights. */
export interface ByteHolder {
  network: string;
  sender: string;
  /** Limit of the network, instead of `each`. */
  most?: number;
}

/** Without a network: limited with all others only. */
interface Held extends Partial<ByteHolder> {
  bytes: number;
  closed: boolean;
  /** Ends the request; absent for one that may complete. */
  giveWay: (() => void) | undefined;
}

/**
 * Reserved bytes, counted by network and in all. When they are used up, the largest request of the one with most gives way to one
 * with less, if it can: nobody keeps others out by sending slowly.
 */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  readonly #open = new Set<Held>();
  /** Bytes by network. */
  readonly #held = new Map<string, number>();
  #inAll = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  /** Bytes reserved now. */
  get inAll(): number {
    return this.#inAll;
  }

  /** @throws MappingError of `refuseOne` where a network holds so many bytes or more */
  refuseFrom(network: string, bytes: number): void {
    if ((this.#held.get(network) ?? 0) >= bytes) throw this.#options.refuseOne();
  }

  /**
   * Opens an account for what one request or job reserves.
   * @param holder undefined: it is limited with all others only
   * @param giveWay is called when the account has been closed for another one
   */
  open(holder: string | ByteHolder | undefined, { giveWay }: { giveWay?: () => void } = {}): ByteAccount {
    const named = typeof holder === 'string' ? { network: holder, sender: holder } : holder;
    const own: Held = { ...named, bytes: 0, closed: false, giveWay };
    return {
      announce: (bytes) => {
        this.#check(own, bytes);
      },
      add: (bytes) => {
        if (own.closed) throw this.#options.refuseAll();
        for (let first = this.#check(own, bytes); first; first = this.#check(own, bytes)) {
          this.#close(first);
          first.giveWay?.();
        }
        own.bytes += bytes;
        this.#open.add(own);
        this.#count(own.network, bytes);
      },
      keep: () => {
        own.giveWay = undefined;
      },
      reduceTo: (bytes) => {
        if (own.closed || bytes >= own.bytes) return;
        this.#count(own.network, bytes - own.bytes);
        own.bytes = bytes;
      },
      close: () => this.#close(own),
    };
  }

  #close(held: Held): void {
    held.closed = true;
    if (this.#open.delete(held)) this.#count(held.network, -held.bytes);
  }

  #count(network: string | undefined, bytes: number): void {
    this.#inAll += bytes;
    if (network === undefined) return;
    const held = (this.#held.get(network) ?? 0) + bytes;
    if (held > 0) this.#held.set(network, held);
    else this.#held.delete(network);
  }

  /** @returns who has to give way first; undefined if there is room @throws MappingError if nobody can */
  #check(own: Held, bytes: number): Held | undefined {
    const { inAll, refuseOne, refuseAll } = this.#options;
    const each = own.most ?? this.#options.each;
    if (own.network !== undefined && (this.#held.get(own.network) ?? 0) + bytes > each) {
      const ofNetwork = [...this.#open].filter(({ network }) => network === own.network);
      const first = largestBeyond(ofNetwork, own, bytes, ({ sender }) => sender);
      if (!first) throw refuseOne();
      return first;
    }
    if (this.#inAll + bytes <= inAll) return undefined;
    const first = largestBeyond([...this.#open], own, bytes, ({ network }) => network);
    if (!first) throw refuseAll();
    return first;
  }
}

/** The largest account of the group with most, of groups that have more than that of `own` would have. */
function largestBeyond(
  all: readonly Held[],
  own: Held,
  bytes: number,
  groupOf: (held: Held) => string | undefined,
): Held | undefined {
  const groups = Map.groupBy(all, groupOf);
  const most = bytesOf(groups.get(groupOf(own)) ?? []) + bytes;
  const [group] = [...groups.values()]
    .filter((each) => bytesOf(each) > most && each.some(({ giveWay }) => giveWay))
    .toSorted((a, b) => bytesOf(b) - bytesOf(a));
  return group?.filter(({ giveWay }) => giveWay).toSorted((a, b) => b.bytes - a.bytes)[0];
}

const bytesOf = (accounts: readonly Held[]) => accounts.reduce((sum, { bytes }) => sum + bytes, 0);

export interface ByteAccount {
  /**
   * Refuses bytes that will not fit, without reserving them.
   * @throws MappingError of `refuseOne` or `refuseAll`
   */
  announce(bytes: number): void;
  /** @throws MappingError of `refuseOne` or `refuseAll`; nothing is reserved then */
  add(bytes: number): void;
  /** Does not give way any more: the request has been read. */
  keep(): void;
  /** Releases what is beyond these bytes. */
  reduceTo(bytes: number): void;
  /** Releases everything that was reserved. */
  close(): void;
}
