import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { threadPool } from './thread-pool.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-threads-'));
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

describe('threads of cancelled tasks that continue', () => {
  it('are ended a second after the cancellation', async () => {
    const script = path.join(folder, 'endless.mjs');
    await writeFile(
      script,
      'export function run({ task }) { Atomics.store(new Int32Array(task), 0, 1); Atomics.notify(new Int32Array(task), 0); for (;;); }',
    );
    const pool = threadPool<SharedArrayBuffer, never>({
      script: pathToFileURL(script),
      settings: {},
      threads: 1,
    });
    const leaving = new AbortController();
    const started = new SharedArrayBuffer(4);
    let ended = false;
    const task = pool.run(started, leaving.signal).catch(() => {
      ended = true;
    });
    await Atomics.waitAsync(new Int32Array(started), 0, 0).value;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    leaving.abort(new Error('left'));
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await task;
    expect(ended).toBe(true);
    vi.useRealTimers();
    await pool.close();
  });
});
