import {
  type HostMessage,
  type PageMessage,
  pageMessageSchema,
  type PageState,
  protocolVersion,
} from '../../../../../wire/integration-messages.ts';
import { createRateLimit, throttleLatest } from './throttle.ts';

/** The state of a frame. `plain`: it shows a page without the protocol. */
export interface FrameReport {
  state: 'loading' | 'plain' | PageState;
  message?: string | undefined;
  /** With `no-coverage`: the nearest location. */
  nearest?: { lat: number; lng: number } | undefined;
}

type Ready = Extract<PageMessage, { type: 'ready' }>;
export type FromPage = Exclude<PageMessage, Ready | { type: 'captured' } | { type: 'status' }>;
type Without<Message> = Message extends unknown ? Omit<Message, 'intg' | 'id'> : never;
export type ToPage = Without<HostMessage>;

export interface FrameChannelOptions {
  /** The integration. */
  id: string;
  /** The window that holds the frame; pages post to it. */
  holder: Window;
  /** The page's current window; null while there is none. */
  page: () => Window | null;
  /** The only accepted origin of the page; `null`: an opaque one. Then messages go over the port it sends. */
  origin: string;
  /** Whether the page is built in: it must implement the protocol, and only such pages receive credentials. */
  own: boolean;
  /** The page is ready, for the first time or after it has loaded again, and requests the first location. */
  onReady: (ready: Ready) => void;
  onMessage: (message: FromPage) => void;
  onReport: (report: FrameReport) => void;
}

export interface FrameChannel {
  send(message: ToPage): void;
  /** Reports that the page cannot show anything. */
  fail(state: PageState): void;
  /** The frame has loaded: from now on the page has a few seconds to send a message. */
  loaded(): void;
  /** An image of the page, as a data URL; undefined if unavailable. */
  capture(seq: number): Promise<string | undefined>;
  end(): void;
}

/**
 * Timeouts in milliseconds: for the frame to load, for a foreign and for a built-in page to send a message, for a
 * built-in page to show content.
 */
export const timeouts = { load: 15_000, foreign: 5_000, own: 15_000, first: 20_000, capture: 5_000 } as const;

/**
 * How many messages of a page are read per second, and how often its moves and graphics are processed, in milliseconds.
 */
export const throttling = { messagesASecond: 120, every: 50 } as const;

/**
 * Exchanges messages with the page in a frame. A page without an origin cannot be named as the receiver of a
 * message, so it sends a port with its first message, and all others use that port, which belongs to that
 * document only. A message is accepted only if it comes from that window and that exact origin and fits the
 * protocol; all others are dropped silently. Messages are sent to that origin only. Frequent messages are
 * throttled: of many moves only the latest is processed, and messages above the limit are not read.
 */
export function createFrameChannel(options: FrameChannelOptions): FrameChannel {
  const { id, holder, page, origin, own, onReady, onMessage, onReport } = options;
  const captures = new Map<number, (picture: string | undefined) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let port: MessagePort | undefined;
  let speaks = false;
  let captureable = false;
  let ended = false;
  const rate = createRateLimit(throttling.messagesASecond);
  const moves = throttleLatest(throttling.every, onMessage);
  const drawings = throttleLatest(throttling.every, onMessage);

  const wait = (milliseconds: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  };
  const send = (message: ToPage) => {
    if (!speaks || ended) return;
    const addressed = { intg: protocolVersion, id, ...message };
    if (origin === 'null') port?.postMessage(addressed);
    else page()?.postMessage(addressed, origin);
  };

  const fail = (state: PageState) => {
    if (ended) return;
    clearTimeout(timer);
    onReport({ state });
  };
  const onFirstMessage = (ready: Ready) => {
    speaks = true;
    captureable = ready.captures;
    if (own) wait(timeouts.first, () => onReport({ state: 'unavailable' }));
    else {
      clearTimeout(timer);
      onReport({ state: 'ok' });
    }
    onReady(ready);
  };

  const receive = (event: MessageEvent) => {
    if (event.origin !== origin || event.source === null || event.source !== page()) return;
    const message = read(event.data);
    if (origin !== 'null') take(message);
    else if (message?.type === 'ready' && event.ports[0]) {
      port?.close();
      port = event.ports[0];
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this starts the port, too
      port.onmessage = ({ data }: MessageEvent) => take(read(data));
      take(message);
    }
  };

  const read = (data: unknown): PageMessage | undefined => {
    if (!rate.take()) return undefined;
    const parsed = pageMessageSchema.safeParse(data);
    return parsed.success && parsed.data.id === id ? parsed.data : undefined;
  };

  const take = (message: PageMessage | undefined) => {
    if (!message || ended) return;
    if (message.type === 'ready') onFirstMessage(message);
    else if (!speaks) return;
    else if (message.type === 'captured') captures.get(message.inReplyTo)?.(message.picture);
    else if (message.type === 'status') {
      clearTimeout(timer);
      onReport({ state: message.state, message: message.message, nearest: message.nearest });
    } else if (message.type === 'location') {
      clearTimeout(timer);
      onReport({ state: 'ok' });
      // A response is newer than every earlier move.
      if (message.inReplyTo === undefined) moves.push(message);
      else {
        moves.drop();
        onMessage(message);
      }
    } else if (message.type === 'graphics') drawings.push(message);
    else onMessage(message);
  };

  holder.addEventListener('message', receive);
  onReport({ state: 'loading' });
  wait(timeouts.load, () => onReport({ state: 'unavailable' }));
  return {
    send,
    fail,
    loaded() {
      if (speaks) return;
      if (own) wait(timeouts.own, () => onReport({ state: 'unavailable' }));
      else wait(timeouts.foreign, () => onReport({ state: 'plain' }));
    },
    capture(seq) {
      if (!speaks || !captureable) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const late = setTimeout(() => resolve(undefined), timeouts.capture);
        captures.set(seq, (picture) => {
          clearTimeout(late);
          captures.delete(seq);
          resolve(picture);
        });
        send({ type: 'capture', seq });
      });
    },
    end() {
      ended = true;
      clearTimeout(timer);
      moves.drop();
      drawings.drop();
      for (const resolve of captures.values()) resolve(undefined);
      port?.close();
      holder.removeEventListener('message', receive);
    },
  };
}
