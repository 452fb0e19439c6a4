import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../limits.ts';

/** The handle is not documented; without it, progress is seen by whole writes only. */
type Sending = Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };

/** Bytes that a connection has passed to the network. */
function sentBy({ _handle: handle, bytesWritten, writableLength }: Sending): number {
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return bytesWritten - writableLength;
  return handle.bytesWritten - handle.writeQueueSize;
}

interface Watched {
  /** Bytes of the response in memory. */
  held: number;
  /** Since when it has been waiting, by `performance.now()`, and what its connection had sent then; undefined: nothing waits. */
  since: { time: number; sent: number } | undefined;
  end: () => void;
}

/** Ends responses of which their callers read too little, so that what is in memory for them is released. */
export class SlowReaders {
  readonly #perSecond: number;
  readonly #milliseconds: number;
  readonly #watched = new Map<ServerResponse, Watched>();

  constructor({ perSecond, seconds }: { perSecond: number; seconds: number }) {
    this.#perSecond = perSecond;
    this.#milliseconds = seconds * 1000;
  }

  /** Milliseconds between two checks. */
  get interval(): number {
    return Math.max(5, this.#milliseconds / 4);
  }

  /** @param onEnd called before the connection is closed */
  watch(response: ServerResponse, held: number, now: number, onEnd: () => void): void {
    if (response.closed) return;
    const end = () => {
      onEnd();
      response.destroy();
    };
    this.#watched.set(response, { held, since: undefined, end });
    this.#measure(response, now);
    response.once('close', () => this.#watched.delete(response));
  }

  /** Fewer bytes of a response are in memory than before: those of its compressed body. */
  hold(response: ServerResponse, bytes: number): void {
    const watched = this.#watched.get(response);
    if (watched) watched.held = bytes;
  }

  check(now: number): void {
    for (const response of this.#watched.keys()) this.#measure(response, now);
  }

  #measure(response: ServerResponse, now: number): void {
    const watched = this.#watched.get(response);
    const { socket } = response as { socket: Sending | null };
    if (!watched || !socket) return;
    // It is the server that is slow.
    if (socket.writableLength === 0) return void (watched.since = undefined);
    const sent = sentBy(socket);
    watched.since ??= { time: now, sent };
    const milliseconds = now - watched.since.time;
    if (milliseconds < this.#milliseconds) return;
    const perSecond = Math.max(this.#perSecond, watched.held / limits.responseReadSeconds);
    if (((sent - watched.since.sent) * 1000) / milliseconds < perSecond) watched.end();
    else watched.since = { time: now, sent };
  }
}
