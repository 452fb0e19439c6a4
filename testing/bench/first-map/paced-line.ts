import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** A simulated network line: bits per second shared by all responses, and milliseconds of latency. */
export interface Speed {
  bitsPerSecond: number;
  latency: number;
}

export const fullSpeed: Speed = { bitsPerSecond: Infinity, latency: 0 };
/** A typical slow connection. */
export const slowLink: Speed = { bitsPerSecond: 10_000_000, latency: 40 };
/** A phone with a bad connection. */
export const phoneLink: Speed = { bitsPerSecond: 1_600_000, latency: 150 };

const piece = 8192;

/** One line shared by all responses, piece by piece in turn. */
export function pacedLine(first: Speed = fullSpeed) {
  let speed = first;
  /** When the line will be free, in milliseconds of `performance.now()`. */
  let freeAt = 0;
  const take = async (bytes: number) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes * 8_000) / speed.bitsPerSecond;
    if (freeAt - now > 2) await wait(freeAt - now);
  };
  return {
    setSpeed(next: Speed) {
      speed = next;
      freeAt = 0;
    },
    /** Waits for the latency of a response. */
    async answer() {
      if (speed.latency > 0) await wait(speed.latency);
    },
    /** Sends a body over the line and ends it. */
    async send(body: Readable, to: Writable) {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if (speed.bitsPerSecond === Infinity) {
          if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve));
          continue;
        }
        for (let at = 0; at < chunk.length; at += piece) {
          const part = chunk.subarray(at, at + piece);
          await take(part.length);
          to.write(part);
        }
      }
      to.end();
    },
  };
}
