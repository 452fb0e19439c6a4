import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { currentWork, type Work } from '../database/current-work.ts';
import { Commits, ThreadCommits } from '../database/work-commits.ts';
import { lowPriority } from './lower-priority.ts';
import { type GivenTask, restoreError, type TaskResult } from './perform-task.ts';

/** Threads that run tasks beside the event loop; none starts before the first task. */
export interface ThreadPool<Task, Result> {
  /**
   * @param signal cancels the task's database statements; a task that continues is ended with its thread, later if it may have
   * committed something
   * @throws MappingError `services:too-much` (400) for a task that takes too much memory, and what the task
   * throws
   */
  run(task: Task, signal: AbortSignal, transfer?: (ArrayBuffer | MessagePort)[]): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The module whose `run` is the task. */
  script: URL;
  /** The `workerData` of every thread. */
  settings: object;
  /** Each runs one task: what waits for a thread waits for the whole of others. */
  threads: number;
}

/** Milliseconds before the thread of a cancelled task is ended. */
const lastMilliseconds = 1000;

// The free pages of a thread that ends go back to the operating system at once. V8 would give them to the event loop, which would free
// them eight seconds later in one turn of up to 80 ms.
setFlagsFromString('--no-memory-pool-share-memory-on-teardown');

const pools = new Set<Piscina>();

/** Threads of all pools of this process, by what they are doing. */
export function countThreads(): { busy: number; idle: number } {
  const count = { busy: 0, idle: 0 };
  for (const { threads, idleThreads } of pools) {
    count.idle += idleThreads;
    count.busy += threads.length - idleThreads;
  }
  return count;
}

/** Callers should wait in a budget: this queue is unlimited. */
export function threadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const pool = new Piscina({
    filename: fileURLToPath(options.script),
    name: 'run',
    workerData: options.settings,
    ...lowPriority,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: 60_000,
    // A thread that waits this way would not notice its connections.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: limits.threadMegabytes },
    recordTiming: false,
  });
  pools.add(pool);
  // For a thread that died while idle: the next task starts another.
  pool.on('error', () => {});

  return {
    async run(task, signal, transfer = []) {
      signal.throwIfAborted();
      const { port1: leaving, port2: left } = new MessageChannel();
      const ending = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const commits = new ThreadCommits();
      for (let work: Work | undefined = currentWork(); work; work = work.outer)
        if (work.commits instanceof Commits) work.commits.include(commits);
      const leave = () => {
        commits.close();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
        leaving.postMessage('left');
        // By then the request has been answered, and the thread has given up the COMMIT.
        const committing = commits.mayHaveSaved ? limits.commitWaitSeconds * 1000 : 0;
        timer = setTimeout(() => ending.abort(signal.reason), committing + lastMilliseconds);
      };
      signal.addEventListener('abort', leave, { once: true });
      let outcome: TaskResult<Result>;
      try {
        const given: GivenTask<Task> = { task, left, commits: commits.memory };
        const how = { signal: ending.signal, transferList: [...transfer, left] };
        outcome = (await pool.run(given, how)) as TaskResult<Result>;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
        throw new MappingError(
          'services:too-much',
          'The request needs too much memory. Simplify the geometry or request fewer features.',
          { status: 400, cause: error },
        );
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        leaving.close();
      }
      if ('error' in outcome) throw restoreError(outcome.error);
      return outcome.result;
    },
    async close() {
      pools.delete(pool);
      await pool.destroy();
    },
  };
}
