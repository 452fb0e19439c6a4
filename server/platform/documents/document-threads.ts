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
      threads: classLimits.documents.atOnce,
    });
    const threads = pool;
    return budget.run(undefined, (signal) => threads.run(task, signal));
  }

  const sizeOf = (given: string | Uint8Array | readonly Uint8Array[]) =>
    typeof given === 'string' || given instanceof Uint8Array
      ? given.length
      : given.reduce((sum, { length }) => sum + length, 0);

  function inThreadIfLarge<Kind extends keyof DocumentWork>(kind: Kind): DocumentThreads[Kind] {
    const work = documentWork[kind] as (given: unknown) => unknown;
    const either = async (given: Parameters<DocumentWork[Kind]>[0]) =>
      sizeOf(given) > limits.loopCharacters ? run({ kind, given } as DocumentTask) : work(given);
    return either as DocumentThreads[Kind];
  }

  return {
    decodeForm: inThreadIfLarge('decodeForm'),
    readUses: inThreadIfLarge('readUses'),
    readSharedMap: inThreadIfLarge('readSharedMap'),
    readMapLayers: inThreadIfLarge('readMapLayers'),
    readMapOwner: inThreadIfLarge('readMapOwner'),
    readFoundMaps: inThreadIfLarge('readFoundMaps'),
    close: async () => pool?.close(),
  };
}
