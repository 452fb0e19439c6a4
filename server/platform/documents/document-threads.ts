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

  const isLarge = (given: string | Uint8Array) => given.length > limits.loopCharacters;
  return {
    decodeForm: async (values) =>
      values.reduce((sum, { length }) => sum + length, 0) > limits.loopCharacters
        ? ((await run({ kind: 'decodeForm', given: values })) as string[])
        : documentWork.decodeForm(values),
    readUses: async (text) =>
      isLarge(text)
        ? ((await run({ kind: 'readUses', given: text })) as string[] | undefined)
        : documentWork.readUses(text),
    readSharedMap: async (body) =>
      isLarge(body)
        ? ((await run({ kind: 'readSharedMap', given: body })) as ReturnType<DocumentWork['readSharedMap']>)
        : documentWork.readSharedMap(body),
    close: async () => pool?.close(),
  };
}
