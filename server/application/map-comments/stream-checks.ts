import { limits } from '../../limits.ts';
import type { MapKey } from './comment-store.ts';

/** Who follows a map. */
export interface Follower extends MapKey {
  token: string | undefined;
  /** Empty: a visitor. */
  username: string;
}

/** Which of these may still follow their maps, which are on the embedded portal. */
export type MayFollow = (followers: readonly Follower[]) => Promise<boolean[]>;

/** An open stream that is checked again and again. */
export interface CheckedStream extends Follower {
  /** Whether the map was on the embedded portal when the stream began. */
  isHosted: boolean;
  refuse: () => void;
  /** Asks whether this follower still may, as a request of its own; rejects when that cannot be known now. */
  ask: () => Promise<boolean>;
}

/** The streams of maps of an organisation on another portal, by map and token, and the round in which they are checked. */
interface ForeignStreams {
  groups: Map<string, Set<CheckedStream>>;
  round?: Promise<void> | undefined;
}

/**
 * Checks open streams: those of maps on the embedded portal together, a limited number at a time; of maps on other portals one for
 * each map and token, which visitors of a map share, because portals answer about one.
 */
export class StreamChecks {
  readonly #mayFollow: MayFollow;
  readonly #hosted = new Set<CheckedStream>();
  readonly #foreign = new Map<string, ForeignStreams>();
  #round: Promise<void> | undefined;

  constructor(mayFollow: MayFollow) {
    this.#mayFollow = mayFollow;
  }

  /** Returns a function that ends the checks of a stream. */
  add(stream: CheckedStream): () => void {
    const { organisation, wid, token, username, isHosted } = stream;
    if (isHosted) {
      this.#hosted.add(stream);
      return () => this.#hosted.delete(stream);
    }
    const foreign = this.#foreign.get(organisation) ?? { groups: new Map<string, Set<CheckedStream>>() };
    this.#foreign.set(organisation, foreign);
    const key = JSON.stringify([wid, token ?? '', username]);
    const group = foreign.groups.get(key) ?? new Set();
    foreign.groups.set(key, group.add(stream));
    return () => {
      group.delete(stream);
      if (group.size === 0 && foreign.groups.get(key) === group) foreign.groups.delete(key);
      if (foreign.groups.size === 0 && this.#foreign.get(organisation) === foreign)
        this.#foreign.delete(organisation);
    };
  }

  /** Checks every stream once, except those whose check is still under way. */
  async check(): Promise<void> {
    this.#round ??= this.#checkHosted().finally(() => {
      this.#round = undefined;
    });
    // Each organisation by itself: a portal that is slow to answer delays only the streams of its own maps.
    const rounds = [...this.#foreign.values()].map((foreign) => {
      foreign.round ??= checkGroups([...foreign.groups.values()]).finally(() => {
        foreign.round = undefined;
      });
      return foreign.round;
    });
    await Promise.all([this.#round, ...rounds]);
  }

  async #checkHosted(): Promise<void> {
    const streams = [...this.#hosted];
    for (let start = 0; start < streams.length; start += limits.liveStreamsPerCheck) {
      const some = streams.slice(start, start + limits.liveStreamsPerCheck);
      // What cannot be known takes nothing away.
      const may = await this.#mayFollow(some).catch(() => undefined);
      for (const [index, { refuse }] of some.entries()) if (may?.[index] === false) refuse();
    }
  }
}

/** A few at a time, so that they leave most of the room for requests to their portal to others. */
async function checkGroups(groups: readonly ReadonlySet<CheckedStream>[]): Promise<void> {
  const left = groups.values();
  const work = async () => {
    for (const group of left) await checkGroup(group);
  };
  await Promise.all(Array.from({ length: limits.concurrentLiveChecks }, work));
}

async function checkGroup(group: ReadonlySet<CheckedStream>): Promise<void> {
  const [first] = group;
  if (!first || (await first.ask().catch(() => true))) return;
  for (const { refuse } of group) refuse();
}
