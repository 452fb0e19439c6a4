import type { Fault } from '../../../../../wire/errors.ts';
import { classLimits } from '../../../../limits.ts';
import type { Budget } from '../../../../platform/budgets/budget.ts';
import { type ThreadPool, threadPool } from '../../../../platform/threads/thread-pool.ts';
import type { IdentityMetadata } from './identity-metadata.ts';
import type { MetadataTask, SamlResult, SamlTask } from './saml-thread.ts';

/** Reads messages of SAML providers beside the event loop: canonical XML takes long, and so do certificates by the hundred. */
export interface SamlThreads {
  /** Verifies a response. */
  read(task: SamlTask): Promise<SamlResult>;
  readMetadata(task: MetadataTask): Promise<IdentityMetadata | Fault>;
  close(): Promise<void>;
}

export function samlThreads(budget: Budget): SamlThreads {
  let pool: ThreadPool<SamlTask | MetadataTask, unknown> | undefined;
  async function run(task: SamlTask | MetadataTask): Promise<unknown> {
    pool ??= threadPool<SamlTask | MetadataTask, unknown>({
      script: new URL('saml-thread.ts', import.meta.url),
      settings: {},
      threads: classLimits.samlResponses.concurrency,
    });
    const threads = pool;
    return budget.run(undefined, (signal) => threads.run(task, signal));
  }
  return {
    read: async (task) => (await run(task)) as SamlResult,
    readMetadata: async (task) => (await run(task)) as IdentityMetadata | Fault,
    close: async () => pool?.close(),
  };
}
