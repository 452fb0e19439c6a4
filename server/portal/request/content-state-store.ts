import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepared } from '../../platform/database/prepared.ts';

/** What has been written to items, groups and shares. */
export interface ContentState {
  /** Since when the node of the database runs: another node may count differently. */
  node: number;
  /** Raised by every statement that writes, when it is sent. */
  changes: number;
  /** Transactions that had not ended, of any table; theirs may be among the changes. */
  unfinished: readonly string[];
}

/** The state of now: everything that is read later shows what it contains. */
export async function findContentState(database: Database): Promise<ContentState | undefined> {
  const { rows } = await sql<{ node: number; changes: number; snapshot: string }>`
    select node, changes, snapshot from portal_content_state() ${prepared}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { node, changes, snapshot } = row;
  const unfinished = snapshot.slice(snapshot.lastIndexOf(':') + 1);
  return { node, changes, unfinished: unfinished === '' ? [] : unfinished.split(',') };
}

/** Whether what was read after `before` is still the same: nothing was written since, and nothing committed that was written earlier. */
export function isUnchanged(before: ContentState, now: ContentState): boolean {
  return (
    before.node === now.node &&
    before.changes === now.changes &&
    before.unfinished.every((transaction) => now.unfinished.includes(transaction))
  );
}
