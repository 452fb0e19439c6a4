import { forgetForeignTokens } from '../application/sessions/accepted-token-store.ts';
import { forgetMembers } from '../application/usage/usage-store.ts';
import { deleteExpiredResults } from '../gis/storage/job-result-store.ts';
import { deleteExpiredReplicas } from '../gis/storage/replica-store.ts';
import { deleteExpiredFiles } from '../gis/storage/expired-file-store.ts';
import { limits } from '../limits.ts';
import type { Database } from '../platform/database/connect.ts';
import { deleteExpiredUploads } from '../portal/content/uploads/upload-store.ts';
import { forgetViews } from '../portal/content/views/view-store.ts';
import { forgetKnownNetworks } from '../portal/identity/known-network-store.ts';

export type Sweep = (database: Database, now: number) => Promise<void>;

/** What is stored for a limited time; files take room of their owner's quota until they are deleted. */
const sweeps: readonly Sweep[] = [
  deleteExpiredFiles,
  deleteExpiredUploads,
  deleteExpiredResults,
  (database, now) => deleteExpiredReplicas(database, now),
  forgetKnownNetworks,
  forgetViews,
  forgetMembers,
  forgetForeignTokens,
];

/**
 * Deletes what has expired, and does what a process does periodically besides. One that fails does not leave out the others.
 */
export async function sweep(
  database: Database,
  now: number,
  onFailure: (error: unknown) => void,
  besides: readonly Sweep[] = [],
): Promise<void> {
  for (const one of [...besides, ...sweeps]) await one(database, now).catch(onFailure);
}

/** Sweeps periodically; each process does. @returns a function that stops it, waiting for the current one */
export function startSweeps(
  database: Database,
  now: () => number,
  onFailure: (error: unknown) => void,
  besides: readonly Sweep[],
): () => Promise<void> {
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sweep(database, now(), onFailure, besides).finally(() => (isRunning = false));
  }, limits.sweepMinutes * 60_000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
