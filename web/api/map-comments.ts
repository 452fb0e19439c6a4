import {
  type ChangedComments,
  changedCommentsSchema,
  type CommentChange,
  type MapComment,
  type MapComments,
  mapCommentSchema,
  mapCommentsSchema,
  type MapRectangle,
  type Mention,
  mentionsSchema,
  type NewComment,
  type PresentPerson,
  presentPersonSchema,
} from '../../wire/map-comment.ts';
import type { MappingError } from '../../wire/errors.ts';
import { apiClient, renewAccess } from './api-client.ts';

/** A web map of an organisation. */
export interface MapAddress {
  org: string;
  wid: string;
}

/** All comments of a map, page by page, oldest first. Those that change meanwhile may be as they were, or missing. */
export async function listMapComments(map: MapAddress, signal?: AbortSignal): Promise<MapComments> {
  const comments: MapComment[] = [];
  for (let after: string | null | undefined; ;) {
    const { data } = await apiClient.get<unknown>(pathOf(map), { params: { after }, signal });
    const page = mapCommentsSchema.parse(data);
    comments.push(...page.comments);
    after = page.next;
    if (after === null) return { ...page, comments };
  }
}

/** Those of the named comments that the map still has, at most `maxNamedComments`, and who may comment. */
export async function listNamedComments(map: MapAddress, ids: readonly string[]): Promise<MapComments> {
  const { data } = await apiClient.get<unknown>(pathOf(map), { params: { ids: ids.join(',') } });
  return mapCommentsSchema.parse(data);
}

/** @throws MappingError `comment:invalid` (400), `comment:no-thread` (404), `comment:too-many` (403) */
export async function addMapComment(map: MapAddress, comment: NewComment): Promise<MapComment> {
  const { data } = await apiClient.post<unknown>(pathOf(map), comment);
  return mapCommentSchema.parse(data);
}

/** @throws MappingError `comment:forbidden` (403), `comment:not-found` (404) */
export async function changeMapComment(map: MapAddress, id: string, change: CommentChange): Promise<void> {
  await apiClient.patch(pathOf(map, id), change);
}

/** Removes a comment; with the first one of a conversation all of it. */
export async function removeMapComment(map: MapAddress, id: string): Promise<void> {
  await apiClient.delete(pathOf(map, id));
}

/** Chooses whether visitors who may open the map see its comments and add to them. */
export async function allowVisitors(map: MapAddress, visitors: boolean): Promise<void> {
  await apiClient.put(pathOf(map), { visitors });
}

/** @throws MappingError `http:too-large` (413), `comment:bad-photo` (400), `comment:too-many-photos` (403) */
export async function addCommentPhoto(map: MapAddress, id: string, photo: Blob): Promise<void> {
  await apiClient.post(`${pathOf(map, id)}/photos`, photo, { headers: { 'content-type': photo.type } });
}

/** A photo of a comment; images in pages cannot send the token. */
export async function loadCommentPhoto(
  map: MapAddress,
  { id, number }: { id: string; number: number },
  signal: AbortSignal,
): Promise<Blob> {
  const { data } = await apiClient.get<Blob>(`${pathOf(map, id)}/photos/${number}`, {
    responseType: 'blob',
    signal,
  });
  return data;
}

/** Shows others which part of the map this page shows. */
export async function announceView(
  map: MapAddress,
  client: string,
  rectangle: MapRectangle | null,
): Promise<void> {
  await apiClient.post(`${mapPath(map)}/presence`, { client, rectangle });
}

/** Unread comments that mention the caller, newest first. */
export async function listMentions(org: string, signal?: AbortSignal): Promise<readonly Mention[]> {
  const { data } = await apiClient.get<unknown>(`/${encodeURIComponent(org)}/mentions`, { signal });
  return mentionsSchema.parse(data).results;
}

export async function markMentionRead(org: string, id: string): Promise<void> {
  await apiClient.delete(`/${encodeURIComponent(org)}/mentions/${encodeURIComponent(id)}`);
}

/** What a page learns while it follows a map. */
export interface LiveListener {
  /** These comments changed; null: any may have changed while the page was not connected. */
  onComments: (changed: ChangedComments) => void;
  /** The id that others know this page by. */
  onSelf: (id: string) => void;
  onPerson: (person: PresentPerson) => void;
  onLeft: (id: string) => void;
  /** The connection ended: who is there is unknown until the next one. */
  onLost: () => void;
}

/** Milliseconds: after the first failure, at most, and at most where the server asks for a time. */
const waits = { first: 1_000, max: 30_000, asked: 300_000 };

/**
 * Follows a map by server-sent events until the signal aborts, and connects again when the connection ends. A
 * request with `fetch`, because `EventSource` cannot send the token.
 */
export async function followMap(
  map: MapAddress,
  client: string,
  { signal, ...listener }: LiveListener & { signal: AbortSignal },
): Promise<void> {
  let wait = waits.first;
  while (!signal.aborted) {
    let asked = 0;
    try {
      const { data } = await apiClient.get<ReadableStream<Uint8Array>>(`${mapPath(map)}/live`, {
        responseType: 'stream',
        headers: { accept: 'text/event-stream' },
        params: { client },
        signal,
      });
      wait = waits.first;
      // The session has ended: without a new token the request would only fail.
      if ((await readEvents(data, listener)) === 'refused') await renewAccess();
    } catch (error) {
      const { status = 0, retryAfterSeconds = 0 } = error as Partial<MappingError>;
      asked = Math.min(retryAfterSeconds * 1000, waits.asked);
      // The map is not for the caller; another answer will not come.
      if (signal.aborted || (status >= 400 && status < 500 && status !== 429)) return;
    }
    listener.onLost();
    await pause(Math.max(wait, asked), signal);
    wait = Math.min(wait * 2, waits.max);
  }
}

async function readEvents(
  stream: ReadableStream<Uint8Array>,
  { onComments, onSelf, onPerson, onLeft }: Omit<LiveListener, 'onLost'>,
): Promise<'refused' | 'ended'> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'ended';
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const { event, data } = parseEvent(block);
      if (event === 'comments') onComments(changedCommentsSchema.safeParse(data).data ?? null);
      if (event === 'self') onSelf(idOf(data));
      if (event === 'refused') return 'refused';
      if (event === 'left') onLeft(idOf(data));
      const person = event === 'person' ? presentPersonSchema.safeParse(data).data : undefined;
      if (person) onPerson(person);
    }
  }
}

const idOf = (data: unknown) => String((data as { id?: unknown } | null)?.id);

/** One event of a stream of server-sent events, whose data are JSON; without a name it is a comment of the stream. */
export function parseEvent(block: string): { event: string; data: unknown } {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const valueOf = (name: string) => lines.find((line) => line?.[1] === name)?.[2] ?? '';
  try {
    return { event: valueOf('event'), data: JSON.parse(valueOf('data') || 'null') as unknown };
  } catch {
    return { event: '', data: null };
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

function mapPath({ org, wid }: MapAddress): string {
  return `/${encodeURIComponent(org)}/maps/${encodeURIComponent(wid)}`;
}

function pathOf(map: MapAddress, id?: string): string {
  return `${mapPath(map)}/comments${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}
