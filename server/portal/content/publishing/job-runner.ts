import { MappingError } from '../../../../wire/errors.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';
import { uploadFaultAt } from '../../../../wire/upload-faults.ts';
import { apart } from '../../../budgets/requester.ts';
import type { Database } from '../../../database/connect.ts';
import { limits } from '../../../limits.ts';
import { endJob, insertJob, type NewJob, noteProgress } from './job-store.ts';

/** What a job does; it is told to stop by `signal`. */
export type Work = (signal: AbortSignal, onProgress: (progress: UploadProgress) => void) => Promise<void>;

/** Runs jobs in the background, a few at a time; what it notes about them is for every process to read. */
export interface JobRunner {
  /** Returns when the job is noted; it goes on by itself. `onUnexpected` hears of failures nobody foresaw. */
  start(job: NewJob, work: Work, onUnexpected: (error: unknown) => void): Promise<void>;
  /** Stops what runs here, and waits until it has. */
  stop(): Promise<void>;
}

/** Milliseconds between two notes; other processes take a job that stands still for dead much later (`staleAfter`). */
const noteEvery = 500;
export const staleAfter = 30_000;

/** A job whose process has ended. */
export const serverStopped = uploadFaultAt('server-stopped');
const unexpected = uploadFaultAt('unexpected');

export const cancelled = new MappingError('portal:publishing-cancelled', 'Publishing was cancelled.', {
  status: 400,
});
const stopped = new MappingError('portal:publishing-stopped', serverStopped.message, {
  status: 503,
  faults: [serverStopped],
});

export function createJobRunner(database: Database): JobRunner {
  const running = new Map<Promise<void>, AbortController>();
  const places = new Places(limits.uploadsAtATime);
  return {
    async start(job, work, onUnexpected) {
      await insertJob(database, job, Date.now());
      const controller = new AbortController();
      // It goes on when whoever started it has left.
      const run = apart(() => runJob(database, job, work, controller, places)).catch(onUnexpected);
      running.set(run, controller);
      void run.finally(() => running.delete(run));
    },
    async stop() {
      for (const controller of running.values()) controller.abort(stopped);
      await Promise.all(running.keys());
    },
  };
}

async function runJob(
  database: Database,
  job: NewJob,
  work: Work,
  controller: AbortController,
  places: Places,
): Promise<void> {
  let progress: UploadProgress = { stage: 'waiting', share: 0, featureCount: 0 };
  const note = () =>
    noteProgress(database, job.id, progress, Date.now()).then(
      (stop) => stop && controller.abort(cancelled),
      // The next note may succeed.
      () => {},
    );
  const timer = setInterval(() => void note(), noteEvery);
  try {
    await places.take(controller.signal);
    try {
      await work(controller.signal, (step) => {
        progress = step;
      });
    } finally {
      places.give();
    }
  } catch (error) {
    const told = error instanceof MappingError && error.status < 500 ? error : undefined;
    const stop = controller.signal.aborted ? (controller.signal.reason as MappingError) : undefined;
    const { message, faults } = stop ?? told ?? { message: unexpected.message, faults: [unexpected] };
    await endJob(database, job.id, { status: 'failed', message, faults }, Date.now());
    if (!stop && !told) throw error;
  } finally {
    clearInterval(timer);
  }
}

/** So many work at a time; the others wait in line. */
class Places {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** @throws the signal's reason */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#line.splice(this.#line.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#line.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  give(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#free += 1;
  }
}
