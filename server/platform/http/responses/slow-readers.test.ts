import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../../limits.ts';
import { SlowReaders } from './slow-readers.ts';

/** A response of which `sent` bytes have left, and others wait. */
function response() {
  const handle = { bytesWritten: 0, writeQueueSize: 0 };
  const socket = { writableLength: 1, bytesWritten: 0, _handle: handle };
  const destroy = vi.fn<() => void>();
  return Object.assign(new EventEmitter(), {
    socket,
    closed: false,
    destroy,
    send: (bytes: number) => void (handle.bytesWritten += bytes),
  });
}

function watch(held: number) {
  const readers = new SlowReaders({ perSecond: 2000, seconds: 60 });
  const one = response();
  readers.watch(one as unknown as ServerResponse, held, 0, () => {});
  const hold = (bytes: number) => readers.hold(one as unknown as ServerResponse, bytes);
  return { ...one, one, hold, check: (seconds: number) => readers.check(seconds * 1000) };
}

describe('a response', () => {
  test('of which nothing is read is ended after the time', () => {
    const { destroy, check } = watch(100_000);
    check(59);
    expect(destroy).not.toHaveBeenCalled();
    check(60);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test('of which a byte is read now and then is ended', () => {
    const { destroy, check, send } = watch(100_000);
    for (const seconds of [15, 30, 45, 60]) {
      send(1);
      check(seconds);
    }
    expect(destroy).toHaveBeenCalledOnce();
  });

  test('that is read at the least rate goes on', () => {
    const { destroy, check, send } = watch(100_000);
    for (let seconds = 15; seconds <= 600; seconds += 15) {
      send(15 * 2000);
      check(seconds);
    }
    expect(destroy).not.toHaveBeenCalled();
  });

  test('whose beginning was read quickly is ended when the rest is not', () => {
    const { destroy, check, send } = watch(100_000);
    send(10_000_000);
    for (const seconds of [60, 90, 119]) check(seconds);
    expect(destroy).not.toHaveBeenCalled();
    check(120);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test('that takes much memory has to be read faster', () => {
    const { destroy, check, send } = watch(limits.responseBytes);
    send(60 * 2000);
    check(60);
    expect(destroy).toHaveBeenCalledOnce();
  });

  // A slow mobile connection (32 kbit/s), and the largest page that is compressed, to an eighth of it.
  test('that is compressed may be read as slowly as what is sent of it', () => {
    const { destroy, check, send, hold } = watch(8_000_000);
    hold(1_000_000);
    for (let seconds = 15; seconds <= 240; seconds += 15) {
      send(15 * 4000);
      check(seconds);
    }
    expect(destroy).not.toHaveBeenCalled();
  });

  test('that is compressed must still be read at the least rate', () => {
    const { destroy, check, send, hold } = watch(8_000_000);
    hold(1_000_000);
    send(60 * 1999);
    check(60);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test('that waits for the server is not ended', () => {
    const { destroy, check, one } = watch(100_000);
    one.socket.writableLength = 0;
    for (const seconds of [30, 60, 90, 120]) check(seconds);
    one.socket.writableLength = 1;
    check(125);
    check(184);
    expect(destroy).not.toHaveBeenCalled();
  });

  test('that was sent is forgotten', () => {
    const { destroy, check, one } = watch(100_000);
    one.emit('close');
    check(60);
    expect(destroy).not.toHaveBeenCalled();
  });
});
