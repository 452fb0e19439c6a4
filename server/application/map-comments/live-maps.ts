import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangedComments, PresentPerson } from '../../../wire/map-comment.ts';
import { limits } from '../../limits.ts';
import type { MapKey } from './comment-store.ts';
import { LiveOutbox, livePayloads, type MapNotice, readLivePayload } from './live-notices.ts';

/** The id of an open page that others see; only the page knows the secret that it is made of. */
export function pageId({ organisation, wid }: MapKey, client: string): string {
  return createHash('sha256').update(`${organisation}/${wid}/${client}`).digest('base64url').slice(0, 16);
}

/** An event of a stream: the page’s own id, comments changed (null: any of them), a person came or moved, a person left. */
type LiveEvent =
  | { event: 'self'; data: { id: string } }
  | { event: 'comments'; data: ChangedComments }
  | { event: 'person'; data: PresentPerson }
  | { event: 'left'; data: { id: string } };

/** One open page on a map. */
export interface Watcher extends MapKey {
  person: PresentPerson;
  /** Takes events as server-sent events. */
  send: (text: string) => void;
}

interface LiveMap extends MapKey {
  /** By the ids of their pages: one that connects again may have two streams for a while. */
  watchers: Map<string, Set<Watcher>>;
  people: Map<string, { person: PresentPerson; until: number }>;
  /** How many of the people are visitors. */
  visitors: number;
}

interface Options {
  /** Sends notifications to all processes, this one included. */
  notify: (payloads: readonly string[]) => Promise<void>;
  /** Seconds after which a person who was not announced again counts as gone: their process was killed. */
  lifeSeconds: number;
  now: () => number;
}

/**
 * The open pages of this process, and who else has the same maps open in any process. What there is to announce is collected until
 * `flush`, so that a thousand pages which come at once cost a few notifications.
 */
export class LiveMaps {
  readonly #id = randomUUID();
  readonly #maps = new Map<string, LiveMap>();
  readonly #outbox = new LiveOutbox();
  readonly #options: Options;
  #sending: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Adds an open page; returns a function that removes it. */
  watch(watcher: Watcher): () => void {
    const map = this.#mapOf(watcher);
    const { id } = watcher.person;
    const pages = map.watchers.get(id) ?? new Set();
    map.watchers.set(id, pages.add(watcher));
    const people = [...map.people.values()].map(({ person }): LiveEvent => ({
      event: 'person',
      data: person,
    }));
    watcher.send(textOf([{ event: 'self', data: { id } }, ...people]));
    this.#announce(map, watcher);
    return () => {
      pages.delete(watcher);
      if (pages.size > 0) return;
      map.watchers.delete(id);
      if (map.watchers.size === 0) this.#maps.delete(keyOf(map));
      this.#outbox.add(map, { kind: 'left', id });
    };
  }

  /** Announces the view of a page, which may be connected to another process. */
  move(map: MapKey, { id, rectangle }: Pick<PresentPerson, 'id' | 'rectangle'>): void {
    this.#outbox.add(map, { kind: 'moved', id, rectangle });
  }

  /** Passes a notification on to the pages of its maps. */
  receive(payload: string): void {
    const events = new Map<LiveMap, LiveEvent[]>();
    for (const notice of readLivePayload(payload)) {
      const map = this.#maps.get(keyOf(notice));
      if (!map) continue;
      const all = events.get(map) ?? [];
      events.set(map, all);
      all.push(...this.#apply(map, notice));
    }
    for (const [map, all] of events) send(map, all);
  }

  /** After lost notifications: every page loads its comments again, and everyone is announced again. */
  async restore(): Promise<void> {
    await this.#eachMap((map) => {
      send(map, [{ event: 'comments', data: null }]);
      this.#outbox.add(map, { kind: 'who', process: this.#id });
      this.#announceAll(map);
    });
  }

  /** Announces the people of this process again, and removes those whom other processes have stopped announcing. */
  async renew(): Promise<void> {
    await this.#eachMap((map) => {
      this.#announceAll(map);
      const now = this.#options.now();
      const gone = [...map.people].filter(([, { until }]) => until < now).map(([id]) => id);
      send(
        map,
        gone.flatMap((id) => this.#leave(map, id)),
      );
    });
  }

  /** Sends what there is to announce, and what is added meanwhile. */
  flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#outbox.size > 0) {
      const payloads = livePayloads(this.#outbox.take(limits.liveNotices));
      // Lost notifications are repeated: people are announced again, and pages load their comments when they reconnect.
      await this.#options.notify(payloads).catch(() => {});
    }
  }

  /** Some maps in one turn of the event loop. */
  async #eachMap(work: (map: LiveMap) => void): Promise<void> {
    let handled = 0;
    for (const map of this.#maps.values()) {
      work(map);
      handled += map.watchers.size + map.people.size;
      if (handled < limits.livePerTurn) continue;
      handled = 0;
      await nextTurn();
    }
  }

  #mapOf({ organisation, wid }: MapKey): LiveMap {
    const key = keyOf({ organisation, wid });
    const known = this.#maps.get(key);
    if (known) return known;
    const map = { organisation, wid, watchers: new Map(), people: new Map(), visitors: 0 };
    this.#maps.set(key, map);
    this.#outbox.add(map, { kind: 'who', process: this.#id });
    return map;
  }

  /** @returns what the pages of the map have to know */
  #apply(map: LiveMap, { notice }: MapNotice): LiveEvent[] {
    switch (notice.kind) {
      case 'changed':
        return [{ event: 'comments', data: { ids: notice.ids } }];
      case 'who':
        if (notice.process !== this.#id) this.#announceAll(map);
        return [];
      case 'here':
        return this.#come(map, notice.person);
      case 'moved':
        return this.#moved(map, notice);
      case 'left':
        return this.#closed(map, notice.id);
    }
  }

  #come(map: LiveMap, person: PresentPerson): LiveEvent[] {
    const earlier = map.people.get(person.id)?.person;
    if (earlier && isVisitor(earlier) !== isVisitor(person)) {
      this.#leave(map, person.id);
      return this.#come(map, person);
    }
    if (!earlier) {
      const used = isVisitor(person) ? map.visitors : map.people.size - map.visitors;
      if (used >= (isVisitor(person) ? limits.visitorsPerMap : limits.peoplePerMap)) return [];
      if (isVisitor(person)) map.visitors += 1;
    }
    map.people.set(person.id, { person, until: this.#options.now() + this.#options.lifeSeconds * 1000 });
    return JSON.stringify(earlier) === JSON.stringify(person) ? [] : [{ event: 'person', data: person }];
  }

  #moved(map: LiveMap, { id, rectangle }: Pick<PresentPerson, 'id' | 'rectangle'>): LiveEvent[] {
    const pages = map.watchers.get(id);
    for (const watcher of pages ?? []) watcher.person = { ...watcher.person, rectangle };
    const known = map.people.get(id)?.person;
    if (known) return this.#come(map, { ...known, rectangle });
    // Its announcement is under way, with the view before.
    for (const watcher of pages ?? []) this.#announce(map, watcher);
    return [];
  }

  /** A page that was connected again stays, when its earlier stream ends late. */
  #closed(map: LiveMap, id: string): LiveEvent[] {
    const [again] = map.watchers.get(id) ?? [];
    if (!again) return this.#leave(map, id);
    this.#announce(map, again);
    return [];
  }

  #leave(map: LiveMap, id: string): LiveEvent[] {
    const known = map.people.get(id);
    if (!known) return [];
    map.people.delete(id);
    if (isVisitor(known.person)) map.visitors -= 1;
    return [{ event: 'left', data: { id } }];
  }

  #announceAll(map: LiveMap): void {
    for (const pages of map.watchers.values()) for (const watcher of pages) this.#announce(map, watcher);
  }

  #announce(map: LiveMap, { person }: Watcher): void {
    this.#outbox.add(map, { kind: 'here', person });
  }
}

function send({ watchers }: LiveMap, events: readonly LiveEvent[]): void {
  if (events.length === 0) return;
  const text = textOf(events);
  for (const pages of watchers.values()) for (const watcher of pages) watcher.send(text);
}

const textOf = (events: readonly LiveEvent[]) =>
  events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');

const isVisitor = ({ username }: PresentPerson) => username === '';

const keyOf = ({ organisation, wid }: MapKey) => `${organisation}/${wid}`;
