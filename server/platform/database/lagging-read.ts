import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { currentWork } from './current-work.ts';
import { explainFailure } from './explain-failure.ts';

/** A read that a replica may answer (`docs/decisions/0032-reads-of-replicas.md`). */
export interface LaggingRead {
  /** Whether the node of a connection has everything that the read must see. */
  isCurrent(client: Pick<pg.ClientBase, 'query'>): Promise<boolean>;
  /** Whether a connection to a replica was used. */
  usedReplica: boolean;
}

const reads = new AsyncLocalStorage<LaggingRead | undefined>();

export function currentLaggingRead(): LaggingRead | undefined {
  return reads.getStore();
}

/**
 * Runs a read whose statements a replica may answer, on databases that have one. Each of its connections is asked for
 * `isCurrent` first, since every one may lead to another node. When a replica fails, the read is repeated on the primary:
 * it must not have sent anything before it settles.
 */
export async function readMayLag<Result>(
  isCurrent: LaggingRead['isCurrent'],
  read: () => Promise<Result>,
): Promise<Result> {
  const lagging: LaggingRead = { isCurrent, usedReplica: false };
  try {
    return await reads.run(lagging, read);
  } catch (error) {
    const isOver = currentWork()?.signal.aborted ?? false;
    if (!lagging.usedReplica || isOver || !isFailureOfNode(error)) throw error;
    return reads.run(undefined, read);
  }
}

/**
 * SQLSTATE of a conflict with replayed changes, of what a replica in recovery cannot do, of a full disk or memory, of the
 * system and of damaged data.
 */
const ofNode = /^(40001|25006|53\w{3}|58\w{3}|XX\w{3})$/;

/** Whether another node may succeed. A statement that took too long counts: replayed changes can cancel it, too. */
function isFailureOfNode(error: unknown): boolean {
  const cause = (error as Error).cause ?? error;
  const { code } = cause as { code?: unknown };
  if (typeof code === 'string' && ofNode.test(code)) return true;
  return explainFailure(cause)?.id.startsWith('database:') ?? false;
}
