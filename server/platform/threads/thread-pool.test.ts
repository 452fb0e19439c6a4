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
  it('are ended a while after the cancellation, one after the other', async () => {
    const script = path.join(folder, 'endless.mjs');
    await writeFile(
      script,
      'export function run({ task }) { Atomics.store(new Int32Array(task), 0, 1); Atomics.notify(new Int32Array(task), 0); for (;;); }',
    );
    const pool = threadPool<SharedArrayBuffer, never>({
      script: pathToFileURL(script),
      settings: {},
      threads: 2,
    });
    const leaving = new AbortController();
    const ended: number[] = [];
    const tasks = [1, 2].map(async (number) => {
      const started = new SharedArrayBuffer(4);
      const task = pool.run(started, leaving.signal).catch(() => ended.push(number));
      await Atomics.waitAsync(new Int32Array(started), 0, 0).value;
      return { task };
    });
    const running = await Promise.all(tasks);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

    leaving.abort(new Error('left'));
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(250);
    await Promise.all(running.map(({ task }) => task));
    expect(ended).toHaveLength(2);
    vi.useRealTimers();
    await pool.close();
  });
});
