import { z } from 'zod';
import { presentPersonSchema } from '../../../wire/map-comment.ts';
import { maxPayloadBytes } from '../../platform/database/notification-store.ts';
import type { MapKey } from './comment-store.ts';

/** What processes notify each other of. A notification is small: the comments themselves are read from the database. */
const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('here'), person: presentPersonSchema }),
  // Only of people whose stream has announced them, wherever their view was sent to.
  z.object({ kind: z.literal('moved'), id: z.string(), rectangle: presentPersonSchema.shape.rectangle }),
  z.object({ kind: z.literal('left'), id: z.string() }),
  // A process that begins to watch a map has missed who is there.
  z.object({ kind: z.literal('who'), process: z.string() }),
]);

export type Notice = z.infer<typeof noticeSchema>;

const mapNoticeSchema = z.object({ organisation: z.string(), wid: z.string(), notice: noticeSchema });

export type MapNotice = z.infer<typeof mapNoticeSchema>;

const payloadSchema = z.object({ live: z.array(mapNoticeSchema) });

const frame = { before: '{"live":[', after: ']}' };

/** The texts of notifications of these notices, in their order, as few as their maximum size allows. */
export function livePayloads(notices: readonly MapNotice[]): string[] {
  const payloads: string[] = [];
  let part: string[] = [];
  const least = frame.before.length + frame.after.length;
  let bytes = least;
  const end = () => {
    if (part.length > 0) payloads.push(frame.before + part.join(',') + frame.after);
    part = [];
    bytes = least;
  };
  for (const notice of notices) {
    const text = JSON.stringify(notice);
    const more = Buffer.byteLength(text) + 1;
    if (bytes + more > maxPayloadBytes) end();
    part.push(text);
    bytes += more;
  }
  end();
  return payloads;
}

/** The notices of a notification; none of others. */
export function readLivePayload(text: string): readonly MapNotice[] {
  if (!text.startsWith(frame.before)) return [];
  try {
    return payloadSchema.safeParse(JSON.parse(text)).data?.live ?? [];
  } catch {
    return [];
  }
}

/** Notices that wait to be sent: of each page the last one. */
export class LiveOutbox {
  readonly #notices = new Map<string, MapNotice>();

  get size(): number {
    return this.#notices.size;
  }

  add({ organisation, wid }: MapKey, notice: Exclude<Notice, { kind: 'changed' }>): void {
    const id = notice.kind === 'here' ? notice.person.id : notice.kind === 'who' ? '' : notice.id;
    const key = `${organisation}/${wid}/${id}`;
    const earlier = this.#notices.get(key)?.notice;
    this.#notices.set(key, { organisation, wid, notice: joined(earlier, notice) });
  }

  /** Removes the first ones. */
  take(max: number): MapNotice[] {
    const taken: MapNotice[] = [];
    for (const [key, notice] of this.#notices) {
      if (taken.length === max) break;
      taken.push(notice);
      this.#notices.delete(key);
    }
    return taken;
  }
}

/** A view neither makes a page appear nor brings one back that has left. */
function joined(earlier: Notice | undefined, notice: Notice): Notice {
  if (notice.kind !== 'moved' || !earlier || earlier.kind === 'moved') return notice;
  if (earlier.kind !== 'here') return earlier;
  return { kind: 'here', person: { ...earlier.person, rectangle: notice.rectangle } };
}
