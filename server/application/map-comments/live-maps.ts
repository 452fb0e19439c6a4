import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ChangedComments, type PresentPerson, presentPersonSchema } from '../../../wire/map-comment.ts';
import type { MapKey } from './comment-store.ts';

/** What processes notify each other of. A notification is small: the comments themselves are read from the database. */
const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('here'), person: presentPersonSchema }),
  z.object({ kind: z.literal('left'), id: z.string() }),
  // A process that begins to watch a map has missed who is there.
  z.object({ kind: z.literal('who') }),
]);

type Notice = z.infer<typeof noticeSchema>;

const payloadSchema = z.object({ organisation: z.string(), wid: z.string(), notice: noticeSchema });

/** The text of a notification about a map. */
export function liveNotice({ organisation, wid }: MapKey, notice: Notice): string {
  return JSON.stringify({ organisation, wid, notice } satisfies z.infer<typeof payloadSchema>);
}

/** The id of an open page that others see; only the page knows the secret that it is made of. */
export function pageId({ organisation, wid }: MapKey, client: string): string {
  return createHash('sha256').update(`${organisation}/${wid}/${client}`).digest('base64url').slice(0, 16);
}

/** An event of a stream: the page’s own id, comments changed (null: any of them), a person came or moved, a person left. */
export type LiveEvent =
  | { event: 'self'; data: { id: string } }
  | { event: 'comments'; data: ChangedComments }
  | { event: 'person'; data: PresentPerson }
  | { event: 'left'; data: { id: string } };

/** One open page on a map. */
export interface Watcher extends MapKey {
  person: PresentPerson;
  send: (event: LiveEvent) => void;
}

interface LiveMap {
  watchers: Set<Watcher>;
  people: Map<string, { person: PresentPerson; until: number }>;
}

interface Options {
  notify: (payload: string) => void;
  /** Seconds after which a person who was not announced again counts as gone: their process was killed. */
  lifeSeconds: number;
  /** Maximum number of people on one map. */
  maxPeople: number;
  now: () => number;
}

/** The open pages of this process, and who else has the same maps open in any process. */
export class LiveMaps {
  readonly #maps = new Map<string, LiveMap>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Adds an open page; returns a function that removes it. */
  watch(watcher: Watcher): () => void {
    const key = keyOf(watcher);
    const map = this.#maps.get(key) ?? { watchers: new Set(), people: new Map() };
    this.#maps.set(key, map);
    map.watchers.add(watcher);
    watcher.send({ event: 'self', data: { id: watcher.person.id } });
    for (const { person } of map.people.values()) watcher.send({ event: 'person', data: person });
    this.#announce(watcher);
    this.#notify(watcher, { kind: 'who' });
    return () => {
      map.watchers.delete(watcher);
      if (map.watchers.size === 0) this.#maps.delete(key);
      this.#notify(watcher, { kind: 'left', id: watcher.person.id });
    };
  }

  /** Passes a notification on to the pages of its map. */
  receive(text: string): void {
    const payload = parse(text);
    const map = payload && this.#maps.get(keyOf(payload));
    if (!map) return;
    const { notice } = payload;
    if (notice.kind === 'changed') send(map, { event: 'comments', data: { ids: notice.ids } });
    else if (notice.kind === 'who') for (const each of map.watchers) this.#announce(each);
    else if (notice.kind === 'left') this.#closed(map, notice.id);
    else this.#come(map, notice.person);
  }

  /** After lost notifications: every page loads its comments again, and everyone is announced again. */
  restore(): void {
    for (const map of this.#maps.values()) {
      send(map, { event: 'comments', data: null });
      for (const watcher of map.watchers) {
        this.#announce(watcher);
        this.#notify(watcher, { kind: 'who' });
      }
    }
  }

  /** Announces the people of this process again, and removes those whom other processes have stopped announcing. */
  renew(): void {
    for (const map of this.#maps.values()) {
      for (const watcher of map.watchers) this.#announce(watcher);
      for (const [id, { until }] of map.people) if (until < this.#options.now()) this.#leave(map, id);
    }
  }

  #come(map: LiveMap, person: PresentPerson): void {
    if (!map.people.has(person.id) && map.people.size >= this.#options.maxPeople) return;
    const earlier = map.people.get(person.id)?.person;
    map.people.set(person.id, { person, until: this.#options.now() + this.#options.lifeSeconds * 1000 });
    for (const watcher of map.watchers) if (watcher.person.id === person.id) watcher.person = person;
    if (JSON.stringify(earlier) !== JSON.stringify(person)) send(map, { event: 'person', data: person });
  }

  /** A page that was connected again stays, when its earlier stream ends late. */
  #closed(map: LiveMap, id: string): void {
    const again = [...map.watchers].find(({ person }) => person.id === id);
    if (again) this.#announce(again);
    else this.#leave(map, id);
  }

  #leave(map: LiveMap, id: string): void {
    if (map.people.delete(id)) send(map, { event: 'left', data: { id } });
  }

  #announce(watcher: Watcher): void {
    this.#notify(watcher, { kind: 'here', person: watcher.person });
  }

  #notify(key: MapKey, notice: Notice): void {
    this.#options.notify(liveNotice(key, notice));
  }
}

function send({ watchers }: LiveMap, event: LiveEvent): void {
  for (const watcher of watchers) watcher.send(event);
}

const keyOf = ({ organisation, wid }: MapKey) => `${organisation}/${wid}`;

function parse(text: string): z.infer<typeof payloadSchema> | undefined {
  try {
    return payloadSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
