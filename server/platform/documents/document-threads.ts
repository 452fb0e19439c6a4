import type { Budget } from '../budgets/budget.ts';
import { classLimits, limits } from '../../limits.ts';
import { type ThreadPool, threadPool } from '../threads/thread-pool.ts';
import { type DocumentTask, type DocumentWork, documentWork } from './document-thread.ts';

/** Reads large documents in threads, small ones at once. No thread starts before the first large one. */
export type DocumentThreads = {
  [Kind in keyof DocumentWork]: (
    given: Parameters<DocumentWork[Kind]>[0],
  ) => Promise<ReturnType<DocumentWork[Kind]>>;
} & { close(): Promise<void> };

/** @param budget limits work that waits for a thread */
export function documentThreads(budget: Budget): DocumentThreads {
  let pool: ThreadPool<DocumentTask, unknown> | undefined;

  async function run(task: DocumentTask): Promise<unknown> {
    pool ??= threadPool<DocumentTask, unknown>({
      script: new URL('document-thread.ts', import.meta.url),
      settings: {},
      threads: classLimits.documents.concurrency,
    });
    const threads = pool;
    return budget.run(undefined, (signal) => threads.run(task, signal));
  }

  function sizeOf(given: Parameters<DocumentWork[keyof DocumentWork]>[0]): number {
    if (typeof given === 'string' || given instanceof Uint8Array) return given.length;
    return 'bytes' in given ? given.bytes.length : given.reduce((sum, { length }) => sum + length, 0);
  }

  function inThreadIfLarge<Kind extends keyof DocumentWork>(
    kind: Kind,
    largest: number = limits.loopCharacters,
  ): DocumentThreads[Kind] {
    const work = documentWork[kind] as (given: unknown) => unknown;
    const either = async (given: Parameters<DocumentWork[Kind]>[0]) =>
      sizeOf(given) > largest ? run({ kind, given } as DocumentTask) : work(given);
    return either as DocumentThreads[Kind];
  }

  return {
    decodeForm: inThreadIfLarge('decodeForm'),
    readUses: inThreadIfLarge('readUses'),
    readSharedMap: inThreadIfLarge('readSharedMap'),
    readMapLayers: inThreadIfLarge('readMapLayers'),
    readMapOwner: inThreadIfLarge('readMapOwner'),
    readFoundMaps: inThreadIfLarge('readFoundMaps'),
    compress: inThreadIfLarge('compress', limits.loopCompressedBytes),
    deflate: inThreadIfLarge('deflate', limits.loopCompressedBytes),
    close: async () => pool?.close(),
  };
}
