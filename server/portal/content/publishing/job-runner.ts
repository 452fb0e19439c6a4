import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';
import { uploadFaultAt } from '../../../../wire/upload-faults.ts';
import { FairQueue } from '../../../platform/budgets/fair-queue.ts';
import { apart } from '../../../platform/budgets/requester.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { explainQuota } from '../../../platform/database/explain-failure.ts';
import { limits } from '../../../limits.ts';
import { endJob, insertJob, type NewJob, noteProgress } from './job-store.ts';

/** The work of a job; `signal` cancels it. */
export type Work = (signal: AbortSignal, onProgress: (progress: UploadProgress) => void) => Promise<void>;

/** Runs jobs in the background, a few at a time; their progress is recorded for all processes. */
export interface JobRunner {
  /**
   * @throws MappingError `portal:too-many-jobs`. Resolves when the job is recorded; it continues by itself.
   * `onUnexpected` is called for unforeseen failures.
   */
  start(job: NewJob, work: Work, onUnexpected: (error: unknown) => void): Promise<void>;
  /** Cancels running jobs, and waits until they have ended. */
  stop(): Promise<void>;
}

/** Milliseconds between two records; other processes consider a job dead much later (`staleAfter`). */
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
  // One file per user at a time, so that no user's long job delays another's; users in turn.
  const places = new FairQueue({
    atOnce: limits.uploadsAtATime,
    atOncePerCaller: 1,
    queue: Infinity,
    perCaller: limits.jobsPerPerson,
  });
  return {
    async start(job, work, onUnexpected) {
      const controller = new AbortController();
      const place = places.take(job.username, controller.signal);
      if (!place) throw tooManyJobs();
      try {
        await insertJob(database, job, Date.now());
      } catch (error) {
        void place.then(
          (give) => give(),
          () => {},
        );
        controller.abort(error);
        throw error;
      }
      // It continues when its requester has disconnected.
      const run = apart(() => runJob(database, job, work, controller, place)).catch(onUnexpected);
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
  place: Promise<() => void>,
): Promise<void> {
  let progress: UploadProgress = { stage: 'waiting', share: 0, featureCount: 0 };
  const note = () =>
    noteProgress(database, job.id, progress, Date.now()).then(
      (stop) => stop && controller.abort(cancelled),
      // The next record may succeed.
      () => {},
    );
  const timer = setInterval(() => void note(), noteEvery);
  try {
    const give = await place;
    try {
      await work(controller.signal, (step) => {
        progress = step;
      });
    } finally {
      give();
    }
  } catch (error) {
    const known = error instanceof MappingError ? error : explainQuota(error);
    const told = known && known.status < 500 ? known : undefined;
    const stop = controller.signal.aborted ? (controller.signal.reason as MappingError) : undefined;
    const { message, faults } = stop ?? told ?? { message: unexpected.message, faults: [unexpected] };
    await endJob(database, job.id, { status: 'failed', message, faults }, Date.now());
    if (!stop && !told) throw error;
  } finally {
    clearInterval(timer);
  }
}

function tooManyJobs(): MappingError {
  const most = limits.jobsPerPerson;
  return refusal(
    'portal:too-many-jobs',
    `${most} of your files are being published or wait for it. Wait until one of them has ended.`,
    'too-many-jobs',
    { most },
    429,
  );
}
