import { MappingError } from '../../../../wire/errors.ts';
import { currentWork } from '../../../platform/database/current-work.ts';
import { classLimits } from '../../../limits.ts';
import { threadPool } from '../../../platform/threads/thread-pool.ts';
import type { TileTask, TileThreadSettings } from './tile-thread.ts';

/** Threads that make tiles, one at a time each; they start when tiles are requested. */
export interface TileThreads {
  /**
   * The tile, gzipped, without bytes when it is empty.
   * @throws MappingError `services:tile-too-large` (503) when it takes too long
   */
  make(task: TileTask): Promise<Buffer>;
  close(): Promise<void>;
}

export function tileThreads(settings: TileThreadSettings): TileThreads {
  const pool = threadPool<TileTask, Uint8Array>({
    script: new URL('tile-thread.ts', import.meta.url),
    settings,
    // As many as tiles are made at once: a slow tile delays no other, and the time of each begins in a thread.
    threads: classLimits.tiles.concurrency,
  });
  let closed = false;

  async function makeOnce(task: TileTask, left: AbortSignal | undefined): Promise<Uint8Array> {
    const late = AbortSignal.timeout(classLimits.tiles.seconds * 1000);
    try {
      return await pool.run(task, left ? AbortSignal.any([late, left]) : late);
    } catch (error) {
      if (!late.aborted) throw error;
      throw new MappingError('services:tile-too-large', 'The tile takes too long to make. Zoom in.', {
        status: 503,
        cause: error,
      });
    }
  }

  return {
    async make(task) {
      const left = currentWork()?.signal;
      const tile = await makeOnce(task, left).catch((error: unknown) => {
        // A thread may end as it gets the tile: of an idle one nobody knows.
        if (closed || left?.aborted || !/terminat|exit/i.test((error as Error).message)) throw error;
        return makeOnce(task, left);
      });
      return Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength);
    },
    async close() {
      closed = true;
      await pool.close();
    },
  };
}
