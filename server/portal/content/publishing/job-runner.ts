import { setTimeout as pause } from 'node:timers/promises';
import { serverAnalyses } from '../../../../wire/analysis.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';
import { type UploadFaultCode, uploadFaultAt } from '../../../../wire/upload-faults.ts';
import { FairQueue } from '../../../platform/budgets/fair-queue.ts';
import { accountOf, currentRequester, inBackground } from '../../../platform/budgets/requester.ts';
import type { HeldByJob } from '../../../platform/budgets/waiting-bytes.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { explainFailure, explainQuota } from '../../../platform/database/explain-failure.ts';
import { limits } from '../../../limits.ts';
import { failJob, insertJob, jobCancelled, type NewJob, noteProgress } from './job-store.ts';

/** The work of a job; `signal` cancels it. */
export type Work = (signal: AbortSignal, onProgress: (progress: UploadProgress) => void) => Promise<void>;

/** Runs jobs in the background, a few at a time; their progress is recorded for all processes. */
export interface JobRunner {
  /**
   * @throws MappingError `portal:too-many-jobs`. Resolves when the job is recorded; it continues by itself.
   * `onUnexpected` is called for unforeseen failures.
   * @param held what the job needs of its request; nothing is stored for one that is refused
   */
  start(job: NewJob, work: Work, onUnexpected: (error: unknown) => void, held?: HeldByJob): Promise<void>;
  /** Cancels running jobs, and waits until they have ended. */
  stop(): Promise<void>;
}

/** Milliseconds between two records; other processes consider a job dead much later (`staleAfter`). */
const noteEvery = 500;

/** Milliseconds between two attempts to record the end of a job that failed because its database was away. */
const recordEvery = 500;

/** A job whose process has ended. */
export const serverStopped = uploadFaultAt('server-stopped');
const unexpected = uploadFaultAt('unexpected');

export const cancelled = new MappingError('portal:publishing-cancelled', 'Publishing was cancelled.', {
  status: 400,
});

/** A fault with a code, by which this application translates it. */
type JobFault = Fault & { code: UploadFaultCode };

const stoppedWith = (message: string): JobFault => ({ path: '', message, code: 'job-stopped' });
const failedWith = (message: string): JobFault => ({ path: '', message, code: 'job-unexpected' });

/** A kind of jobs: how many run, and what is reported when they fail. */
export interface JobKind {
  concurrency: number;
  /** Jobs of one user that run or wait. */
  perUser: number;
  cancelled: MappingError;
  stopped: JobFault;
  unexpected: JobFault;
  tooMany(most: number): string;
}

export const publishJobs: JobKind = {
  concurrency: limits.concurrentUploads,
  perUser: limits.jobsPerUser,
  cancelled,
  stopped: serverStopped,
  unexpected,
  tooMany: (most) =>
    `${most} of your files are being published or wait for it. Wait until one of them has ended.`,
};

/** An export whose process has ended. */
export const exportStopped = stoppedWith('The server was restarted. Export the layer again.');

export const exportJobs: JobKind = {
  concurrency: limits.concurrentExports,
  perUser: limits.exportsPerUser,
  cancelled: new MappingError('portal:export-cancelled', 'The export was cancelled.', { status: 400 }),
  stopped: exportStopped,
  unexpected: failedWith('Something went wrong while exporting the layer.'),
  tooMany: (most) => `${most} of your exports are running or wait. Wait until one of them has ended.`,
};

/** An analysis whose process has ended. */
export const analysisStopped = stoppedWith('The server was restarted. Run the analysis again.');

export const analysisJobs: JobKind = {
  concurrency: serverAnalyses.concurrency,
  perUser: serverAnalyses.perUser,
  cancelled: new MappingError('portal:analysis-cancelled', 'The analysis was cancelled.', { status: 400 }),
  stopped: analysisStopped,
  unexpected: failedWith('Something went wrong while analysing the layers.'),
  tooMany: (most) => `${most} of your analyses are running or wait. Wait until one of them has ended.`,
};

export const appendJobs: JobKind = {
  concurrency: limits.concurrentAppends,
  perUser: limits.jobsPerUser,
  cancelled: new MappingError(
    'portal:append-cancelled',
    'Adding the data was cancelled. Nothing was changed.',
    {
      status: 400,
    },
  ),
  stopped: stoppedWith('The server was restarted. Nothing was changed. Add the data again.'),
  unexpected: failedWith('Something went wrong while adding the data. Nothing was changed.'),
  tooMany: (most) =>
    `${most} of your files are being added or wait for it. Wait until one of them has ended.`,
};

export const replicaJobs: JobKind = {
  concurrency: limits.concurrentReplicas,
  perUser: limits.replicaJobsPerUser,
  cancelled: new MappingError('portal:replica-cancelled', 'The job was cancelled.', { status: 400 }),
  stopped: stoppedWith('The server was restarted. Send the request again.'),
  unexpected: failedWith('Something went wrong. Send the request again.'),
  tooMany: (most) =>
    `${most} of your offline copies are in progress or wait. Wait until one of them has ended.`,
};

/** Joining the parts of a file whose process has ended. */
export const joinStopped = stoppedWith(
  'The server was restarted. The parts are still there. Commit the upload again.',
);

export const joinJobs: JobKind = {
  concurrency: limits.concurrentJoins,
  perUser: limits.jobsPerUser,
  cancelled: new MappingError('portal:join-cancelled', 'The upload was cancelled.', { status: 400 }),
  stopped: joinStopped,
  unexpected: failedWith('Something went wrong while joining the parts. Commit the upload again.'),
  tooMany: (most) => `${most} of your uploads are being stored or wait. Wait until one of them has ended.`,
};

export function createJobRunner(database: Database, kind: JobKind = publishJobs): JobRunner {
  const running = new Map<Promise<void>, AbortController>();
  const stopping = new AbortController();
  // One file per user at a time, so that no user's long job delays another's; users in turn.
  const places = new FairQueue({
    concurrency: kind.concurrency,
    concurrencyPerCaller: 1,
    queue: Infinity,
    perCaller: kind.perUser,
  });
  return {
    async start(job, work, onUnexpected, held) {
      const controller = new AbortController();
      const place = places.take({ caller: job.username }, controller.signal);
      if (!place) throw tooManyJobs(kind);
      try {
        await held?.begin();
        await insertJob(database, job);
      } catch (error) {
        void place.then(
          (release) => release(),
          () => {},
        );
        controller.abort(error);
        await held?.end();
        throw error;
      }
      // It continues when its requester has disconnected, and waits in the turns of its user: in classes of work, too.
      const { organisation } = currentRequester() ?? {};
      const sender = {
        caller: accountOf(job.username),
        ...(organisation !== undefined && { organisation }),
        signal: controller.signal,
      };
      const run = inBackground(sender, () =>
        runJob({ database, kind, stopping: stopping.signal }, job, work, controller, place).finally(() =>
          held?.end(),
        ),
      ).catch(onUnexpected);
      running.set(run, controller);
      void run.finally(() => running.delete(run));
    },
    async stop() {
      const stopped = new MappingError('portal:job-stopped', kind.stopped.message, {
        status: 503,
        faults: [kind.stopped],
      });
      stopping.abort();
      for (const controller of running.values()) controller.abort(stopped);
      await Promise.all(running.keys());
    },
  };
}

interface Runner {
  database: Database;
  kind: JobKind;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
}

async function runJob(
  { database, kind, stopping }: Runner,
  job: NewJob,
  work: Work,
  controller: AbortController,
  place: Promise<() => void>,
): Promise<void> {
  let progress: UploadProgress = { stage: 'waiting', share: 0, featureCount: 0 };
  let isNoting = false;
  const note = async () => {
    // One at a time: while the end of the job waits to be committed, each waits for its row and takes a connection.
    if (isNoting) return;
    isNoting = true;
    try {
      if (await noteProgress(database, job.id, progress)) controller.abort(kind.cancelled);
    } catch {
      // The next record may succeed.
    } finally {
      isNoting = false;
    }
  };
  const timer = setInterval(() => void note(), noteEvery);
  try {
    const release = await place;
    try {
      await work(controller.signal, (step) => {
        progress = step;
      });
    } finally {
      release();
    }
  } catch (error) {
    const known = error instanceof MappingError ? error : explainQuota(error);
    const shownError = known && known.status < 500 ? known : undefined;
    if (error === jobCancelled) controller.abort(kind.cancelled);
    const stop = controller.signal.aborted ? (controller.signal.reason as MappingError) : undefined;
    const { message, faults } = stop ??
      shownError ?? {
        message: kind.unexpected.message,
        faults: [kind.unexpected],
      };
    clearInterval(timer);
    await recordFailure(database, job.id, { message, faults }, stopping);
    if (!stop && !shownError) throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Records that a job failed; when the database is away, as soon as it is back. What failed because of that would otherwise
 * count as running for `staleAfter`.
 */
async function recordFailure(
  database: Database,
  id: string,
  failure: { message: string; faults: readonly Fault[] },
  stopping: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await failJob(database, id, failure);
    } catch (error) {
      if (stopping.aborted || !explainFailure(error)) throw error;
      await pause(recordEvery, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

function tooManyJobs({ perUser: most, tooMany }: JobKind): MappingError {
  return refusal('portal:too-many-jobs', tooMany(most), 'too-many-jobs', { most }, { status: 429 });
}
