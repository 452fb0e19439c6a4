import { classLimits } from '../../../../limits.ts';
import type { Budget } from '../../../../platform/budgets/budget.ts';
import { type ThreadPool, threadPool } from '../../../../platform/threads/thread-pool.ts';
import type { SamlResult, SamlTask } from './saml-thread.ts';

/** Verifies responses of SAML providers beside the event loop: canonical XML takes long. */
export interface SamlThreads {
  read(task: SamlTask): Promise<SamlResult>;
  close(): Promise<void>;
}

export function samlThreads(budget: Budget): SamlThreads {
  let pool: ThreadPool<SamlTask, SamlResult> | undefined;
  return {
    async read(task) {
      pool ??= threadPool<SamlTask, SamlResult>({
        script: new URL('saml-thread.ts', import.meta.url),
        settings: {},
        threads: classLimits.samlResponses.concurrency,
      });
      const threads = pool;
      return budget.run(undefined, (signal) => threads.run(task, signal));
    },
    close: async () => pool?.close(),
  };
}
